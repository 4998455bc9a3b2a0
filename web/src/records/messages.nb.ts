import type { Translated } from '../texts/translated.ts'
import type { draftsEn } from './messages.en.ts'

export const draftsNb: Translated<typeof draftsEn> = {
  bothChanged:
    '{count, plural, one {Ett felt er endret både av deg og av en kollega} other {# felter er endret både av deg og av en kollega}}',
  bothChangedText: 'Velg hvilken verdi som skal beholdes. Alt annet er allerede slått sammen.',
  changedBy: 'endret av {by}, {at}',
  changedUnknown: 'endret av en kollega',
  mine: 'Din verdi',
  theirs: 'Kollegaens verdi',
  empty: '(tomt)',
  keepMine: 'Behold min',
  takeTheirs: 'Bruk kollegaens',
  keepMineOf: 'Behold min: {name}',
  takeTheirsOf: 'Bruk kollegaens: {name}',
  removed: 'En kollega har fjernet dette i mellomtiden.',
  removedBy: 'Fjernet av {by}, {at}.',
  removedText: 'Det du skrev, står fortsatt på denne siden. Henter du det tilbake, lagres det slik det står her.',
  removedForGood: 'Det du skrev, står fortsatt på denne siden, så du kan kopiere det.',
  putBack: 'Hent tilbake med mine endringer',
  closedBy: 'Lukket av {by}, {at}.',
  deletedBy: 'Merket som slettet av {by}, {at}.',
  notChangeable: 'Dette kan ikke endres nå.',
  notInRecord: 'Det du skrev, er ikke med i det som er lagret:',
  discardTyped: 'Forkast det jeg skrev',
  leaveTitle: 'Forlate siden uten å lagre endringene?',
  leaveText: 'Det du skrev her, er ikke lagret.',
  leave: 'Forlat siden',
  stayHere: 'Bli på siden',
}
