import type { Translated } from '../texts/translated.ts'
import type { devicesEn } from './messages.en.ts'

export const devicesNb: Translated<typeof devicesEn> = {
  heading: 'Enheter',
  new: 'Ny enhet',
  newHeading: 'Ny enhet',
  editHeading: 'Rediger enhet',
  deviceid: 'Enhets-ID',
  deviceidPlaceholder: '[A-Z0-9]+',
  deviceidHint: 'Store bokstaver A til Z og sifre.',
  renameHint: 'Deltakere som har enheten på seg, beholder den under den nye ID-en.',
  hw_id: 'Maskinvare-ID',
  hwidHint: 'Produsentens serienummer, hvis det registreres.',
  create: 'Opprett',
  creating: 'Oppretter...',
  update: 'Oppdater',
  updating: 'Oppdaterer...',
  empty: 'Ingen enheter ennå!',
  purpose:
    'Enhetene er sensorene ved dette senteret. Legg til hver av dem én gang; en deltaker kan så ha den på armen eller brystet.',
  addFirst: 'Legg til den første enheten',
  actions: 'Handlinger',
  edit: 'Rediger {deviceid}',
  count: '{count, plural, one {# enhet} other {# enheter}}',
}
