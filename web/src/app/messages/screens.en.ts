import { activitiesEn } from '../../activities/messages.en.ts'
import { activityTypesEn } from '../../activity-types/messages.en.ts'
import { devicesEn } from '../../devices/messages.en.ts'
import { exportsEn } from '../../exports/messages.en.ts'
import { formTypesEn } from '../../form-types/messages.en.ts'
import { takingEn } from '../../form-types/taking/messages.en.ts'
import { formsEn } from '../../forms/messages.en.ts'
import { guideEn } from '../../guide/messages.en.ts'
import { historyEn } from '../../history/messages.en.ts'
import { importsEn } from '../../imports/messages.en.ts'
import { jumpEn } from '../../jump/messages.en.ts'
import { labelsEn } from '../../labels/messages.en.ts'
import { calendarEn } from '../../overview/calendar/messages.en.ts'
import { overviewEn } from '../../overview/messages.en.ts'
import { draftsEn } from '../../records/messages.en.ts'
import { referenceDataEn } from '../../reference-data/messages.en.ts'
import { removedEn } from '../../removed/messages.en.ts'
import { scheduleEn } from '../../schedule/messages.en.ts'
import { sitesEn } from '../../sites/messages.en.ts'
import { studyEn } from '../../studies/study/messages.en.ts'
import { studyDocumentsEn } from '../../study-documents/messages.en.ts'
import { setupEn } from '../../study-setup/messages.en.ts'
import { dayEn } from '../../subjects/day/messages.en.ts'
import { subjectEn } from '../../subjects/detail/messages.en.ts'
import { subjectsEn } from '../../subjects/messages.en.ts'
import { movingEn } from '../../subjects/moving/messages.en.ts'
import { visitsEn } from '../../subjects/visits/messages.en.ts'
import { usersEn } from '../../users/messages.en.ts'

export { problemsEn } from './problems.en.ts'

/** The texts of all other screens, loaded with the first of them. A new namespace belongs here. */
export const screensEn = {
  setup: setupEn,
  labels: labelsEn,
  moving: movingEn,
  study: studyEn,
  studyDocuments: studyDocumentsEn,
  subject: subjectEn,
  day: dayEn,
  visits: visitsEn,
  schedule: scheduleEn,
  overview: overviewEn,
  calendar: calendarEn,
  drafts: draftsEn,
  forms: formsEn,
  activities: activitiesEn,
  referenceData: referenceDataEn,
  exports: exportsEn,
  history: historyEn,
  imports: importsEn,
  removed: removedEn,
  jump: jumpEn,
  guide: guideEn,
  users: usersEn,
  subjects: subjectsEn,
  sites: sitesEn,
  formTypes: formTypesEn,
  taking: takingEn,
  devices: devicesEn,
  activityTypes: activityTypesEn,
}
