import { activitiesEn } from '../../activities/messages.en.ts'
import { activityTypesEn } from '../../activity-types/messages.en.ts'
import { devicesEn } from '../../devices/messages.en.ts'
import { formTypesEn } from '../../form-types/messages.en.ts'
import { formsEn } from '../../forms/messages.en.ts'
import { referenceDataEn } from '../../reference-data/messages.en.ts'
import { removedEn } from '../../removed/messages.en.ts'
import { sitesEn } from '../../sites/messages.en.ts'
import { subjectEn } from '../../subjects/detail/messages.en.ts'
import { subjectsEn } from '../../subjects/messages.en.ts'
import { usersEn } from '../../users/messages.en.ts'

/** What every other screen says: loaded with the first of them. A new namespace belongs here. */
export const screensEn = {
  subject: subjectEn,
  forms: formsEn,
  activities: activitiesEn,
  referenceData: referenceDataEn,
  removed: removedEn,
  users: usersEn,
  subjects: subjectsEn,
  sites: sitesEn,
  formTypes: formTypesEn,
  devices: devicesEn,
  activityTypes: activityTypesEn,
}
