import type { Translated } from '../../../texts/translated.ts'
import type { settingsEn } from './settings.en.ts'

export const settingsNb: Translated<typeof settingsEn> = {
  asRecognised: 'Som gjenkjent',
  delimiter: 'Cellene er skilt med',
  decimal: 'Desimaltegn',
  point: 'Punktum',
  comma: 'Komma',
  headerRows: 'Linjer før dataene',
  timeColumn: 'Tidskolonne (0 for ingen)',
  timeUnit: 'Tidsenhet',
  epoch: 'Datoer telles fra',
  dateOrder: 'Datorekkefølge',
  ymd: 'År, måned, dag',
  dmy: 'Dag, måned, år',
  mdy: 'Måned, dag, år',
  rate: 'Samplingsfrekvens i Hz',
  start: 'Start etter opptakerens klokke',
  startFormat: 'Skriv starten som åååå-MM-dd TT:mm:ss, for eksempel 2026-10-20 09:48:00.',
  apply: 'Les på nytt med disse innstillingene',
  reset: 'Tilbakestill til gjenkjente innstillinger',
  remembered:
    'Innstillingene lagres med filen. Alle unntatt starten foreslås også for neste fil av denne typen i studien.',
  notStored: 'Innstillingene er ikke lagret ennå. De lagres når serveren kan nås: la siden stå åpen til da.',
  byColleague: 'Hvordan denne filen leses, er endret et annet sted. Den vises med de nye innstillingene.',
  wasRemembered: 'Lest med innstillingene fra den forrige filen av denne typen i studien.',
  otherwise: 'En annen fil av denne typen i studien leses med andre innstillinger.',
  likewise: 'Bruk dem for denne filen',
}
