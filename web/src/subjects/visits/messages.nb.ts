import type { Translated } from '../../texts/translated.ts'
import type { visitsEn } from './messages.en.ts'

export const visitsNb: Translated<typeof visitsEn> = {
  heading: 'Besøk',
  help: 'Besøkene i studiens besøksplan, det som skal gjøres nå, først. Dagene telles fra deltakerens dato. Hva det ble av et besøk, står i historikken.',
  numbered: '{name} ({occurrence})',
  standings: {
    late: 'Forsinket',
    due: 'Nå',
    begun: 'Begynt',
    planned: 'Planlagt',
    open: 'Ikke ennå',
    done: 'Gjennomført',
    missed: 'Uteblitt',
  },
  planned: 'Planlagt {day}',
  plannedWithin: 'Planlagt {day}, fra {from} til {to}',
  on: 'Den {day}',
  tooEarly: '{days, plural, one {# dag} other {# dager}} før vinduet',
  tooLate: '{days, plural, one {# dag} other {# dager}} etter vinduet',
  done: 'Gjennomført',
  doneOf: '{name}: Gjennomført',
  missed: 'Uteblitt',
  missedOf: '{name}: Uteblitt',
  reopen: 'Rett',
  reopenOf: '{name}: Rett, verken gjennomført eller uteblitt',
  next: 'Et til',
  nextOf: '{name}: Et til',
  date: 'Besøkets dato',
  reason: 'Hvorfor besøket uteble',
  remark: 'Merknad',
  save: { DONE: 'Besøket er gjennomført', MISSED: 'Besøket uteble', PLANNED: 'Verken gjennomført eller uteblitt' },
}
