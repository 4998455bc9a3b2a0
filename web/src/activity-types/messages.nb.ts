import type { Translated } from '../texts/translated.ts'
import type { activityTypesEn } from './messages.en.ts'

export const activityTypesNb: Translated<typeof activityTypesEn> = {
  heading: 'Aktivitetstyper',
  add: 'Legg til aktivitetstype',
  newHeading: 'Ny aktivitetstype',
  editHeading: 'Rediger aktivitetstype',
  description: 'Beskrivelse',
  descriptions: 'Beskrivelser',
  addSeveral: 'Legg til {count, plural, one {# aktivitetstype} other {# aktivitetstyper}}',
  addButton: 'Legg til',
  adding: 'Legger til...',
  update: 'Oppdater',
  updating: 'Oppdaterer...',
  empty: 'Ingen aktivitetstyper ennå!',
  purpose: 'En aktivitetstype er noe hver deltaker gjør, for eksempel gange på tredemølle, med start- og stopptid.',
  addFirst: 'Legg til den første aktivitetstypen',
  actions: 'Handlinger',
  visits: 'Besøk',
  allVisits: 'alle besøk',
  noVisit: 'ingen',
  moreVisits: '{names} og {more, number} til',
  files: 'Referansedata',
  filesExpected: 'ventes',
  edit: 'Rediger {description}',
  count: '{count, plural, one {# aktivitetstype} other {# aktivitetstyper}}',
  removalNote: 'Aktiviteter som er registrert, beholder typen, men den kan ikke velges lenger.',
}
