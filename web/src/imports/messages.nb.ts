import type { Translated } from '../texts/translated.ts'
import type { importsEn } from './messages.en.ts'

export const importsNb: Translated<typeof importsEn> = {
  valuesHeading: 'Importer deltakere og verdier',
  valuesWhat:
    'En CSV-fil i samme format som en eksport: subjects.csv, eller en fil fra mappen forms. Hele filen kontrolleres først; så importeres alt, eller ingenting. Tomme celler endrer ingenting.',
  content: 'Filen inneholder',
  subjectsOnly: 'Bare deltakere',
  valuesOf: 'Deltakere og verdier for {name}',
  csv: 'CSV-fil',
  json: 'JSON-fil',
  browse: 'Velg fil',
  noFile: 'Ingen fil valgt',
  check: 'Kontroller filen',
  checking: 'Kontrollerer...',
  import: 'Importer',
  importing: 'Importerer...',
  fits: 'Filen kan importeres.',
  allThere: 'Studien har allerede alt i denne filen.',
  would:
    '{addedSubjects, plural, =0 {Ingen nye deltakere} one {# ny deltaker} other {# nye deltakere}}, {addedForms, plural, =0 {ingen nye skjemaer} one {# nytt skjema} other {# nye skjemaer}}, {changedForms, plural, =0 {ingen endrede skjemaer} one {# endret skjema} other {# endrede skjemaer}}, {unchanged, plural, =0 {ingen rader} one {# rad} other {# rader}} finnes fra før.',
  imported: 'Importert.',
  did: '{addedSubjects, plural, =0 {Ingen nye deltakere} one {# ny deltaker} other {# nye deltakere}}, {addedForms, plural, =0 {ingen nye skjemaer} one {# nytt skjema} other {# nye skjemaer}}, {changedForms, plural, =0 {ingen endrede skjemaer} one {# endret skjema} other {# endrede skjemaer}}.',
  leftOut:
    '{leftOut, plural, one {# verdi i et utgått felt tas ikke med.} other {# verdier i utgåtte felter tas ikke med.}}',
  mistakes: '{count, plural, one {# feil i filen} other {# feil i filen}}',
  nothingImported: 'Ingenting ble importert. Rett opp filen, og velg den på nytt.',
  row: 'Rad',
  column: 'Kolonne',
  wholeRow: 'Hele raden',
  problem: 'Feil',
  definitionsHeading: 'Skjematyper og aktivitetstyper',
  definitionsWhat:
    'Last ned definisjonene i denne studien til bruk i en annen studie eller installasjon, eller importer definisjonene fra en annen. Typer som finnes fra før, blir aldri endret.',
  definitionsFile: 'Definisjoner fra {name}',
  download: 'Last ned definisjoner',
  noDefinitions: 'Filen inneholder ingen skjematyper eller aktivitetstyper.',
  name: 'Navn',
  kind: 'Type',
  formType: 'Skjematype, {fields, plural, =0 {ingen felter} one {# felt} other {# felter}}',
  activityType: 'Aktivitetstype',
  action: 'Import',
  MAKE: 'Blir lagt til',
  SAME: 'Finnes fra før',
  REFUSED: 'Ikke mulig',
  inTheWay:
    '{count, plural, one {Én definisjon} other {# definisjoner}} kan ikke importeres, så ingenting blir importert. Rett opp dette i studien eller i filen, og velg filen på nytt.',
  nothingToMake: 'Studien har allerede alle disse definisjonene.',
  make: 'Legg til {count, plural, one {# definisjon} other {# definisjoner}}',
  made: '{count, plural, one {# definisjon} other {# definisjoner}} ble lagt til.',
}
