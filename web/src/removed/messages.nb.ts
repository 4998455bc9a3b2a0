import type { Translated } from '../app/messages/en.ts'
import type { removedEn } from './messages.en.ts'

export const removedNb: Translated<typeof removedEn> = {
  heading: 'Fjernet',
  text: 'Det som er fjernet, er bare skjult. Når det hentes tilbake, følger alt under det med.',
  name: 'Navn',
  kind: 'Hva',
  where: 'Hvor',
  when: 'Fjernet',
  actions: 'Handlinger',
  SITE: 'Sted',
  DEVICE: 'Enhet',
  STUDY: 'Studie',
  ACTIVITY_TYPE: 'Aktivitetstype',
  FORM_TYPE: 'Skjematype',
  putBack: 'Hent tilbake',
  putBackNamed: 'Hent tilbake {name}',
  puttingBack: 'Henter tilbake...',
  otherName: 'Navnet er tatt i bruk igjen i mellomtiden. Hent det tilbake under et annet:',
  newName: 'Nytt navn',
  empty: 'Ingenting er fjernet.',
  toStudies: 'Til studiene',
  by: '{at} av {by}',
  count: '{count, plural, one {# ting} other {# ting}}',
}
