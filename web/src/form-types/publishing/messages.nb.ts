import type { Translated } from '../../texts/translated.ts'
import type { versionsEn } from './messages.en.ts'

/** messages.en.ts in Norwegian bokmål. */
export const versionsNb: Translated<typeof versionsEn> = {
  rename: 'Gi {version} et annet navn',
  nameOf: 'Navn på {version}',
  nowCalled: 'Heter nå: {note}',
  title: 'Versjoner',
  number: 'Versjon {number}',
  typed: 'Det som er skrevet nå',
  compare: 'Sammenlign',
  with: 'med',
  none: 'Ingen versjon er publisert ennå.',
  same: 'De er like.',
  reordered: 'Bare rekkefølgen på feltene er ulik.',
}
