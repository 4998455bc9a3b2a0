import type { Translated } from '../../texts/translated.ts'
import type { calendarEn } from './messages.en.ts'

export const calendarNb: Translated<typeof calendarEn> = {
  show: 'Besøkskalender',
  back: 'Tall',
  help: 'Besøkene til studiens deltakere: hvert på sin egen dag, ellers på den planlagte dagen. Piltastene fører fra dag til dag, Page Up og Page Down fra måned til måned, og Enter viser listen for en dag.',
  previous: { month: 'Forrige måned', weeks: 'To uker tidligere' },
  next: { month: 'Neste måned', weeks: 'To uker senere' },
  today: 'I dag',
  span: 'Vis',
  spans: { month: 'Måned', weeks: 'To uker' },
  visit: 'Besøk',
  anyVisit: 'Alle besøk',
  state: 'Status',
  anyState: 'Alle statuser',
  filter: 'Deltaker',
  week: 'Uke',
  calendarOf: 'Besøk, {days}',
  dayWith: '{date}: {count, plural, =0 {ingen besøk} other {# besøk}}',
  window: 'i tiden {days}',
  entry: '{name}, {visit}: {state}',
  entryWithin: '{name}, {visit}: {state}, {window}',
  more: '{count, number} til',
  moreOf: '{count, number} til {date}',
  before: 'Tidligere dager ({count, number} besøk)',
  none: 'Ingen besøk denne dagen.',
  noneAtAll: 'Ingen besøk disse dagene.',
}
