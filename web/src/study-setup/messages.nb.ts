import type { Translated } from '../texts/translated.ts'
import type { setupEn } from './messages.en.ts'

export const setupNb: Translated<typeof setupEn> = {
  heading: 'Sett opp studien',
  purpose:
    'Seks trinn til den første deltakeren, i valgfri rekkefølge. Gå når du vil: det som er gjort, blir stående, og siden forsvinner når den første deltakeren er lagt til.',
  ready: 'Studien er satt opp',
  readyText: 'Den har fått sin første deltaker. Alt kan fortsatt endres under fanene over.',
  toSubjects: 'Til deltakerne',
  steps: {
    devices: 'Enheter',
    formtypes: 'Skjematyper',
    activitytypes: 'Aktivitetstyper',
    visits: 'Besøk',
    people: 'Personer',
    subject: 'Første deltaker',
  },
  has: {
    devices: '{count, plural, =0 {ingen ennå} one {# enhet} other {# enheter}}',
    formtypes: '{count, plural, =0 {ingen ennå} one {# skjematype} other {# skjematyper}}',
    activitytypes: '{count, plural, =0 {ingen ennå} one {# aktivitetstype} other {# aktivitetstyper}}',
    visits: '{count, plural, =0 {ingen planlagt} one {# besøk} other {# besøk}}',
    people: '{count, plural, =0 {ingen ennå} one {# person} other {# personer}}',
    subject: '{count, plural, =0 {ingen ennå} one {# deltaker} other {# deltakere}}',
  },
  about: {
    devices: 'Sensorene ved senteret, hver lagt til én gang. De brukes i alle studier ved senteret.',
    formtypes:
      'Det som fylles ut for hver deltaker. Ta over alle typer eller én fra et eksempel eller en annen studie, les en fil, eller begynn med en tom.',
    activitytypes: 'Det hver deltaker gjør, med start- og stopptid. Flere kan limes inn som en liste.',
    visits: 'Bare hvis deltakerne kommer flere ganger: når hvert besøk er, og hva som hører til.',
    people: 'De som registrerer ved dette senteret.',
    subject: 'Den første som deltar, med en identifikator som ikke røper hvem det er.',
  },
  ofAdministrators: 'Administratorer legger dem til.',
  add: {
    devices: 'Legg til enheter',
    formtypes: 'Ny skjematype',
    activitytypes: 'Legg til aktivitetstyper',
    visits: 'Planlegg besøk',
    people: 'Til brukerne',
    subject: 'Ny deltaker',
  },
  fromFile: 'Fra en fil',
  takeFrom: 'Ta typer fra',
  takeWhat: 'Hva som tas over',
  takeAll: 'Alle typer og besøk',
  takeOne: 'Skjematypen {identifier}',
  choose: 'Velg en studie eller et eksempel',
  take: 'Ta over',
  taking: 'Tar over...',
  taken: '{count, plural, =0 {Ingenting var nytt} one {# lagt til} other {# lagt til}}',
}
