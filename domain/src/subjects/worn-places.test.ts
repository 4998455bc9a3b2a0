import { expect, test } from 'vitest'
import { bodyPlaceOf, devicePlaced, givenDevice, isAttachedAs, positionOfPlace, whyNotPlaced } from './worn-places.ts'

const places = ['arm', 'Left ankle']
const other = { deviceid: 'A1', position: 'OTHER', place: ' left ankle' } as const

test('arm and chest have positions of their own, however they are written', () => {
  expect(['Arm', 'CHEST ', 'wrist'].map(positionOfPlace)).toEqual(['ARM', 'CHEST', 'OTHER'])
  expect(devicePlaced('A1', 'arm')).toEqual({ deviceid: 'A1', position: 'ARM' })
  expect(devicePlaced('A1', 'wrist')).toEqual({ deviceid: 'A1', position: 'OTHER', place: 'wrist' })
})

test('a device is attached in a place that the study has', () => {
  expect(whyNotPlaced(other, places)).toBeUndefined()
  expect(whyNotPlaced({ deviceid: 'A1', position: 'ARM' }, places)).toBeUndefined()
  expect(whyNotPlaced({ deviceid: 'A1', position: 'ARM', place: 'Arm' }, places)).toBeUndefined()
  const refused = { code: 'BAD_INPUT', field: 'devices' }
  const reason = (position: 'ARM' | 'CHEST' | 'OTHER', place?: string | null) => {
    const why = whyNotPlaced({ deviceid: 'A1', position, place }, places)
    expect(why).toMatchObject(refused)
    return why?.reason
  }
  expect(reason('OTHER')).toBe('subject.place.required')
  expect(reason('OTHER', null)).toBe('subject.place.required')
  expect(reason('OTHER', 'arm')).toBe('subject.place.mismatch')
  expect(reason('ARM', 'Left ankle')).toBe('subject.place.mismatch')
  expect(reason('OTHER', 'wrist')).toBe('subject.place.unknown')
  expect(reason('CHEST')).toBe('subject.place.unknown')
})

test('the place is stored as the study spells it, and only where the position does not say it', () => {
  expect(bodyPlaceOf(other, places)).toBe('Left ankle')
  expect(bodyPlaceOf({ deviceid: 'A1', position: 'ARM', place: 'arm' }, places)).toBeNull()
})

test('an attached device is known again by its id and its place', () => {
  expect(isAttachedAs({ ...other, place: 'Left ankle' }, other)).toBe(true)
  expect(isAttachedAs(other, { ...other, place: 'wrist' })).toBe(false)
  expect(isAttachedAs({ deviceid: 'A1', position: 'ARM', place: null }, { deviceid: 'A1', position: 'ARM' })).toBe(true)
  expect(isAttachedAs(other, undefined)).toBe(false)
  expect(givenDevice({ deviceid: 'A1', position: 'ARM', place: 'arm' })).toEqual({ deviceid: 'A1', position: 'ARM' })
  expect(givenDevice(other)).toEqual(other)
})
