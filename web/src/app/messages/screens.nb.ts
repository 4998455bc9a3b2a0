import { activitiesNb } from '../../activities/messages.nb.ts'
import { activityTypesNb } from '../../activity-types/messages.nb.ts'
import { devicesNb } from '../../devices/messages.nb.ts'
import { formTypesNb } from '../../form-types/messages.nb.ts'
import { formsNb } from '../../forms/messages.nb.ts'
import { referenceDataNb } from '../../reference-data/messages.nb.ts'
import { removedNb } from '../../removed/messages.nb.ts'
import { sitesNb } from '../../sites/messages.nb.ts'
import { subjectNb } from '../../subjects/detail/messages.nb.ts'
import { subjectsNb } from '../../subjects/messages.nb.ts'
import { usersNb } from '../../users/messages.nb.ts'
import type { Translated } from './en.ts'
import type { screensEn } from './screens.en.ts'

/** screens.en.ts in Norwegian bokmål. */
export const screensNb: Translated<typeof screensEn> = {
  subject: subjectNb,
  forms: formsNb,
  activities: activitiesNb,
  referenceData: referenceDataNb,
  removed: removedNb,
  users: usersNb,
  subjects: subjectsNb,
  sites: sitesNb,
  formTypes: formTypesNb,
  devices: devicesNb,
  activityTypes: activityTypesNb,
}
