import { activitiesResolvers } from '../activities/activities.resolvers.ts'
import { runningActivitiesResolvers } from '../activities/running/running-activities.resolvers.ts'
import { activityTypesResolvers } from '../activity-types/activity-types.resolvers.ts'
import { changesResolvers } from '../changes/changes.resolvers.ts'
import { devicesResolvers } from '../devices/devices.resolvers.ts'
import { exportsResolvers } from '../exports/exports.resolvers.ts'
import { subjectRecordResolvers } from '../exports/subject-record.resolvers.ts'
import { formTypesResolvers } from '../form-types/form-types.resolvers.ts'
import { formsResolvers } from '../forms/forms.resolvers.ts'
import { formReadersResolvers } from '../forms/readers.resolvers.ts'
import { renewalResolvers } from '../forms/renewal.resolvers.ts'
import { historyResolvers } from '../history/history.resolvers.ts'
import { formFilesResolvers } from '../imports/form-files.resolvers.ts'
import { importsResolvers } from '../imports/imports.resolvers.ts'
import { importJobsResolvers } from '../imports/jobs/import-jobs.resolvers.ts'
import { measuresResolvers } from '../measures/measures.resolvers.ts'
import { referenceDataResolvers } from '../reference-data/reference-data.resolvers.ts'
import { removedResolvers } from '../removed/removed.resolvers.ts'
import { sitesResolvers } from '../sites/sites.resolvers.ts'
import { studiesResolvers } from '../studies/studies.resolvers.ts'
import { studyDocumentsResolvers } from '../study-documents/study-documents.resolvers.ts'
import { studySetupResolvers } from '../study-setup/study-setup.resolvers.ts'
import { movingResolvers } from '../subjects/moving/moving.resolvers.ts'
import { subjectsResolvers } from '../subjects/subjects.resolvers.ts'
import { pendingUploadsResolvers } from '../uploads/pending-uploads.resolvers.ts'
import { usersResolvers } from '../users/users.resolvers.ts'
import { visitsResolvers } from '../visits/visits.resolvers.ts'

/** The resolvers of all features: what the files `.resolvers.ts` export. Written by `npm run codegen`. */
export const allResolvers = [
  activitiesResolvers,
  runningActivitiesResolvers,
  activityTypesResolvers,
  changesResolvers,
  devicesResolvers,
  exportsResolvers,
  subjectRecordResolvers,
  formTypesResolvers,
  formsResolvers,
  formReadersResolvers,
  renewalResolvers,
  historyResolvers,
  formFilesResolvers,
  importsResolvers,
  importJobsResolvers,
  measuresResolvers,
  referenceDataResolvers,
  removedResolvers,
  sitesResolvers,
  studiesResolvers,
  studyDocumentsResolvers,
  studySetupResolvers,
  movingResolvers,
  subjectsResolvers,
  pendingUploadsResolvers,
  usersResolvers,
  visitsResolvers,
]
