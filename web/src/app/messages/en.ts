import { activitiesEn } from '../../activities/messages.en.ts'
import { activityTypesEn } from '../../activity-types/messages.en.ts'
import { componentsEn } from '../../components/messages.en.ts'
import { devicesEn } from '../../devices/messages.en.ts'
import { formTypesEn } from '../../form-types/messages.en.ts'
import { formsEn } from '../../forms/messages.en.ts'
import { referenceDataEn } from '../../reference-data/messages.en.ts'
import { removedEn } from '../../removed/messages.en.ts'
import { sitesEn } from '../../sites/messages.en.ts'
import { studiesEn } from '../../studies/messages.en.ts'
import { subjectEn } from '../../subjects/detail/messages.en.ts'
import { subjectsEn } from '../../subjects/messages.en.ts'
import { usersEn } from '../../users/messages.en.ts'
import { appEn } from '../messages.en.ts'

/**
 * The English catalogue: one namespace per feature, whose texts lie beside its screens in `messages.en.ts`
 * (and `messages.nb.ts`). Texts are ICU messages.
 */
export const en = {
  app: appEn,
  components: componentsEn,
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
  studies: studiesEn,
}

/** The same keys with other texts: what every translation must be. */
export type Translated<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends string ? string : Translated<Catalogue[Key]>
}

export type Messages = typeof en
