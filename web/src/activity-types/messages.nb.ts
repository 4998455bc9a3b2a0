import type { Translated } from '../app/messages/en.ts'
import type { activityTypesEn } from './messages.en.ts'

export const activityTypesNb: Translated<typeof activityTypesEn> = {
  heading: 'Aktivitetstyper',
  add: 'Legg til aktivitetstype',
  newHeading: 'Ny aktivitetstype',
  editHeading: 'Rediger aktivitetstype',
  description: 'Beskrivelse',
  addButton: 'Legg til',
  adding: 'Legger til...',
  update: 'Oppdater',
  updating: 'Oppdaterer...',
  empty: 'Ingen aktivitetstyper ennå!',
  addFirst: 'Legg til den første aktivitetstypen',
  actions: 'Handlinger',
  edit: 'Rediger {description}',
  count: '{count, plural, one {# aktivitetstype} other {# aktivitetstyper}}',
  removalNote: 'Aktiviteter som er registrert, beholder typen sin; den tilbys bare ikke lenger.',
}
