import type { Translated } from '../texts/translated.ts'
import type { removedEn } from './messages.en.ts'

export const removedNb: Translated<typeof removedEn> = {
  heading: 'Fjernet',
  help: 'Det som er fjernet ved sentrene dine, nyeste først. Ingenting slettes for godt: alt kan hentes tilbake herfra.',
  text: 'Det som er fjernet, er bare skjult. Når noe hentes tilbake, kommer også alt som hører til, tilbake.',
  name: 'Navn',
  kind: 'Type',
  where: 'Hvor',
  when: 'Fjernet',
  actions: 'Handlinger',
  SITE: 'Senter',
  DEVICE: 'Enhet',
  STUDY: 'Studie',
  ACTIVITY_TYPE: 'Aktivitetstype',
  FORM_TYPE: 'Skjematype',
  STUDY_DOCUMENT: 'Dokument',
  putBack: 'Hent tilbake',
  putBackNamed: 'Hent tilbake {name}',
  puttingBack: 'Henter tilbake...',
  otherName: 'Navnet er tatt i bruk på nytt i mellomtiden. Velg et annet navn for å hente det tilbake:',
  newName: 'Nytt navn',
  empty: 'Ingenting er fjernet.',
  emptyPurpose:
    'Når noen fjerner et senter, en enhet, en studie eller en av studiens typer eller dokumenter, står det her og kan hentes tilbake.',
  chosen: {
    choose: 'Velg {name}',
    clear: 'Velg ingen',
    remove: 'Fjern',
    question: '{count, plural, one {Fjerne # valgt?} other {Fjerne de # valgte?}}',
    keep: 'Behold',
    doing: '{done, number} av {count, number}',
    ended: '{done, number} utført, {left, number} ikke:',
  },
  by: '{at} av {by}',
  count: '{count, plural, one {# element} other {# elementer}}',
}
