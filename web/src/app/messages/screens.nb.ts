import { activitiesNb } from '../../activities/messages.nb.ts'
import { activityTypesNb } from '../../activity-types/messages.nb.ts'
import { devicesNb } from '../../devices/messages.nb.ts'
import { exportsNb } from '../../exports/messages.nb.ts'
import { formTypesNb } from '../../form-types/messages.nb.ts'
import { takingNb } from '../../form-types/taking/messages.nb.ts'
import { formsNb } from '../../forms/messages.nb.ts'
import { guideNb } from '../../guide/messages.nb.ts'
import { historyNb } from '../../history/messages.nb.ts'
import { importsNb } from '../../imports/messages.nb.ts'
import { jumpNb } from '../../jump/messages.nb.ts'
import { labelsNb } from '../../labels/messages.nb.ts'
import { calendarNb } from '../../overview/calendar/messages.nb.ts'
import { overviewNb } from '../../overview/messages.nb.ts'
import { draftsNb } from '../../records/messages.nb.ts'
import { referenceDataNb } from '../../reference-data/messages.nb.ts'
import { removedNb } from '../../removed/messages.nb.ts'
import { scheduleNb } from '../../schedule/messages.nb.ts'
import { sitesNb } from '../../sites/messages.nb.ts'
import { studyNb } from '../../studies/study/messages.nb.ts'
import { studyDocumentsNb } from '../../study-documents/messages.nb.ts'
import { setupNb } from '../../study-setup/messages.nb.ts'
import { dayNb } from '../../subjects/day/messages.nb.ts'
import { subjectNb } from '../../subjects/detail/messages.nb.ts'
import { subjectsNb } from '../../subjects/messages.nb.ts'
import { movingNb } from '../../subjects/moving/messages.nb.ts'
import { visitsNb } from '../../subjects/visits/messages.nb.ts'
import type { Translated } from '../../texts/translated.ts'
import { usersNb } from '../../users/messages.nb.ts'
import type { screensEn } from './screens.en.ts'

/** screens.en.ts in Norwegian bokmål. */
export const screensNb: Translated<typeof screensEn> = {
  setup: setupNb,
  labels: labelsNb,
  moving: movingNb,
  study: studyNb,
  studyDocuments: studyDocumentsNb,
  subject: subjectNb,
  day: dayNb,
  visits: visitsNb,
  schedule: scheduleNb,
  overview: overviewNb,
  calendar: calendarNb,
  drafts: draftsNb,
  forms: formsNb,
  activities: activitiesNb,
  referenceData: referenceDataNb,
  exports: exportsNb,
  history: historyNb,
  imports: importsNb,
  removed: removedNb,
  jump: jumpNb,
  guide: guideNb,
  users: usersNb,
  subjects: subjectsNb,
  sites: sitesNb,
  formTypes: formTypesNb,
  taking: takingNb,
  devices: devicesNb,
  activityTypes: activityTypesNb,
}
