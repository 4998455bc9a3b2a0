import { activitiesNb } from '../../activities/messages.nb.ts'
import { activityTypesNb } from '../../activity-types/messages.nb.ts'
import { componentsNb } from '../../components/messages.nb.ts'
import { devicesNb } from '../../devices/messages.nb.ts'
import { formTypesNb } from '../../form-types/messages.nb.ts'
import { formsNb } from '../../forms/messages.nb.ts'
import { referenceDataNb } from '../../reference-data/messages.nb.ts'
import { removedNb } from '../../removed/messages.nb.ts'
import { sitesNb } from '../../sites/messages.nb.ts'
import { studiesNb } from '../../studies/messages.nb.ts'
import { subjectNb } from '../../subjects/detail/messages.nb.ts'
import { subjectsNb } from '../../subjects/messages.nb.ts'
import { usersNb } from '../../users/messages.nb.ts'
import { appNb } from '../messages.nb.ts'
import type { Messages, Translated } from './en.ts'

/** Norwegian bokmål, loaded only where it is chosen. */
export const nb: Translated<Messages> = {
  app: appNb,
  components: componentsNb,
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
  studies: studiesNb,
}
