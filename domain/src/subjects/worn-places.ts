import { caseKey } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { findPlace } from '../studies/places.ts'
import type { DevicePosition, PlacedDevice } from './subjects.rules.ts'

/** The words of the positions that have one. */
const words: Readonly<Record<DevicePosition, string | undefined>> = { ARM: 'arm', CHEST: 'chest', OTHER: undefined }

/** The position of a place of a study: that of its word, or OTHER. */
export function positionOfPlace(place: string): DevicePosition {
  const key = caseKey(place)
  return key === words.ARM ? 'ARM' : key === words.CHEST ? 'CHEST' : 'OTHER'
}

/** A device in one of the study's places, as calls give it. */
export function devicePlaced(deviceid: string, place: string): PlacedDevice {
  const position = positionOfPlace(place)
  return position === 'OTHER' ? { deviceid, position, place } : { deviceid, position }
}

/** An attached device as calls give it again. */
export function givenDevice({ deviceid, position, place }: PlacedDevice): PlacedDevice {
  return position === 'OTHER' ? { deviceid, position, place } : { deviceid, position }
}

/** Whether it is the same device in the same place. */
export function isAttachedAs(a: PlacedDevice, b: PlacedDevice | undefined): boolean {
  if (a.deviceid !== b?.deviceid || a.position !== b.position) return false
  return a.position !== 'OTHER' || caseKey(a.place ?? '') === caseKey(b.place ?? '')
}

/** What is stored beside the position: the place as the study spells it where the position is OTHER, else null. */
export function bodyPlaceOf({ position, place }: PlacedDevice, places: readonly string[]): string | null {
  return position === 'OTHER' ? (findPlace(places, place ?? '') ?? null) : null
}

/** Why a device can't be attached in this place of a study. */
export function whyNotPlaced({ position, place }: PlacedDevice, places: readonly string[]): Problem | undefined {
  const field = 'devices'
  const given = place ?? ''
  const word = words[position]
  if (word === undefined && given === '') return problem('subject.place.required', { field })
  if (word === undefined ? positionOfPlace(given) !== 'OTHER' : given !== '' && caseKey(given) !== word) {
    return problem('subject.place.mismatch', { field, params: { place: given, position } })
  }
  const wanted = word ?? given
  if (!findPlace(places, wanted)) return problem('subject.place.unknown', { field, params: { place: wanted } })
}
