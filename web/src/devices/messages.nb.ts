import type { Translated } from '../app/messages/en.ts'
import type { devicesEn } from './messages.en.ts'

export const devicesNb: Translated<typeof devicesEn> = {
  heading: 'Enheter',
  new: 'Ny enhet',
  newHeading: 'Ny enhet',
  editHeading: 'Rediger enhet',
  deviceid: 'EnhetsID',
  deviceidPlaceholder: '[A-Z0-9]+',
  deviceidHint: 'Store bokstaver A til Z og sifre.',
  renameHint: 'Deltakere som bærer enheten, bærer den under den nye ID-en.',
  hwid: 'Maskinvare-ID',
  hwidHint: 'Produsentens serienummer, der dere noterer det.',
  create: 'Opprett',
  creating: 'Oppretter...',
  update: 'Oppdater',
  updating: 'Oppdaterer...',
  empty: 'Ingen enheter ennå!',
  addFirst: 'Legg til den første enheten',
  actions: 'Handlinger',
  edit: 'Rediger {deviceid}',
  count: '{count, plural, one {# enhet} other {# enheter}}',
}
