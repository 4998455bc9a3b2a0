import type { Translated } from '../app/messages/en.ts'
import type { subjectsEn } from './messages.en.ts'

export const subjectsNb: Translated<typeof subjectsEn> = {
  heading: 'Deltakere',
  new: 'Ny deltaker',
  newHeading: 'Ny deltaker',
  editHeading: 'Rediger deltaker',
  identifier: 'Identifikator',
  status: 'Status',
  actions: 'Handlinger',
  create: 'Opprett',
  creating: 'Oppretter...',
  update: 'Oppdater',
  updating: 'Oppdaterer...',
  empty: 'Ingen deltakere ennå!',
  addFirst: 'Legg til den første deltakeren',
  count: '{count, plural, one {# deltaker} other {# deltakere}}',
  edit: 'Rediger {name}',
  editColumn: 'Rediger',
  markAsDeleted: 'Merk som slettet',
  markNamed: 'Merk som slettet: {name}',
  confirmMark: 'Merke {name} som slettet?',
  markNote: 'Ingenting slettes for godt: en deltakeradministrator kan åpne deltakeren igjen.',
  notOpen: 'Bare en åpen deltaker kan få nytt navn.',
}
