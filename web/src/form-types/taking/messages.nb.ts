import type { Translated } from '../../texts/translated.ts'
import type { takingEn } from './messages.en.ts'

/** messages.en.ts in Norwegian bokmål. */
export const takingNb: Translated<typeof takingEn> = {
  open: 'Hent felt…',
  title: 'Hent felt fra en annen skjematype',
  study: 'Studie',
  formType: 'Skjematype',
  choose: 'Velg en skjematype',
  none: 'Denne studien har ingen skjematyper.',
  parts: 'Hva som hentes',
  part: '{name} ({count} felt)',
  first: 'Før den første delen',
  renamed: 'Disse navnene er i bruk her, så feltene får andre:',
  renamedTo: '{from} blir {to}',
  lost: 'Dette kan ikke følge med:',
  lostShowIf: '{field}: vilkåret. Feltet blir alltid spurt om.',
  lostCalculation: '{field}: beregningen. Feltet fylles ut for hånd.',
  lostCheck: 'Kontrollen «{field}»',
  lostFields: '{field}: en skjematype har ikke flere felt',
  missing: 'Det gjelder {names}, som ikke finnes her.',
  take: 'Hent {count, plural, other {# felt}}',
  cancel: 'Avbryt',
  taken: '{count} felt ble hentet.',
}
