import type { Translated } from '../texts/translated.ts'
import type { studiesEn } from './messages.en.ts'

export const studiesNb: Translated<typeof studiesEn> = {
  statuses: { OPEN: 'ÅPEN', CLOSED: 'LUKKET', DELETED: 'SLETTET' },
  heading: 'Studier',
  new: 'Ny studie',
  newHeading: 'Ny studie',
  name: 'Navn',
  status: 'Status',
  add: 'Legg til studie',
  adding: 'Legger til...',
  empty: 'Ingen studier ennå!',
  purpose: 'En studie har deltakere og bestemmer hvilke skjemaer og aktiviteter som registreres for hver av dem.',
  addFirst: 'Legg til den første studien',
  count: '{count, plural, one {# studie} other {# studier}}',
  subjects: 'Deltakere',
  places: 'Steder på kroppen',
  epochSeconds: 'Lengde på en epoke i sekunder',
  siteOverview: 'Oversikt over senteret',
  formTypes: 'Skjematyper',
  activityTypes: 'Aktivitetstyper',
  actions: 'Handlinger',
  edit: 'Rediger {name}',
  subjectCount: '{count, plural, one {# deltaker} other {# deltakere}}',
  formTypeCount: '{count, plural, one {# skjematype} other {# skjematyper}}',
  activityTypeCount: '{count, plural, one {# aktivitetstype} other {# aktivitetstyper}}',
}
