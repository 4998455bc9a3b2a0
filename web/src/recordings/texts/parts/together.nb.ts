import type { Translated } from '../../../texts/translated.ts'
import type { togetherEn } from './together.en.ts'

export const togetherNb: Translated<typeof togetherEn> = {
  heading: 'Opptak sammen',
  help: 'Flere opptak av én deltaker på samme tidsakse, hvert plassert etter sin tidssone og klokkekorreksjon. Flytt eller zoom ett, og alle følger med. Har to sensorer målt det samme, viser Sammenlign hvor mye klokkene avviker.',
  linkOthers: 'Vis med andre',
  missing: 'Denne deltakeren finnes ikke, eller hører til et annet sted.',
  few: 'Denne deltakeren har færre enn to opptak å vise sammen.',
  choose: 'Vises sammen (høyst {most, number})',
  unknown: 'ukjent når det ble tatt opp',
  unplaced:
    '{filename} vises ikke her: filen er aldri lest, eller sier ikke når den ble tatt opp. Åpne den, og angi start eller tidssone der.',
  open: 'Åpne {filename}',
  openShort: 'Åpne',
  apart: 'Disse opptakene ligger et døgn eller mer fra hverandre. De fra samme tid vises sammen.',
  group: '{count, plural, one {# opptak} other {# opptak}} fra {days}',
  reference: 'Klokke som går riktig',
  zone: 'Tidssone {zone}',
  zoneAssumed: 'Tidssone ukjent, {zone} er antatt',
  zoneOfFile: 'Tidssone fra filen',
  inUtc: 'Tider i UTC',
  correction: 'Klokkekorreksjon {seconds} s',
  noCorrection: 'Ingen klokkekorreksjon',
  compare: 'Sammenlign klokken med {filename}',
  seconds: 'Sekunder som legges til tidene i {filename}',
  behind: 'Klokken i {filename} går {seconds} s etter den i {reference}.',
  ahead: 'Klokken i {filename} går {seconds} s foran den i {reference}.',
  agrees: 'Klokkene i {filename} og {reference} stemmer overens.',
  sure: 'Sikkert: der har begge målt det samme ({kind}, korrelasjon {correlation}; 1 er helt likt), og ingen andre steder kommer i nærheten (høyst {next}). Det vises slik; lagre hvis det ser riktig ut.',
  likely:
    'Sannsynlig: der har begge målt mest likt ({kind}, korrelasjon {correlation}; 1 er helt likt), men andre steder kommer i nærheten ({next}). Det vises slik; se nøye etter før du lagrer.',
  unsure:
    'Usikkert: {kind} i {filename} og {reference} viser ikke hvor mye klokkene avviker. De stemmer best med en korrelasjon på {correlation}, men andre steder med {next} (1 er helt likt). Ingenting er foreslått; med «Korriger klokken» kan du dra en av dem.',
  'nothing-alike': 'De to opptakene har ikke målt noe likt som klokkene kan sammenlignes etter.',
  'too-short': 'De to opptakene er for korte, eller inneholder for lite, til å sammenligne klokkene.',
  failed: 'Filene kunne ikke leses til slutten. Prøv igjen.',
  reason: 'Anslått ut fra {filename}, korrelasjon {correlation}',
}
