import { expect, test } from 'vitest'
import { cleanHwId, compareDevices, whyNotDeviceid, whyNotHwId } from './devices.rules.ts'

test.each(['A', 'A1', '007', 'Z'.repeat(40)])('%j may be a device id', (deviceid) => {
  expect(whyNotDeviceid(deviceid)).toBeUndefined()
})

test.each(['a1', 'A-1', 'A 1', 'A1\n', 'Å1', '１', 'Z'.repeat(41)])('%j may not be a device id', (deviceid) => {
  expect(whyNotDeviceid(deviceid)).toMatchObject({ reason: 'device.id.pattern', field: 'deviceid' })
})

test('the hardware id is optional, and a blank one is stored as null', () => {
  expect(whyNotHwId(null)).toBeUndefined()
  expect(whyNotHwId('  ')).toBeUndefined()
  expect(cleanHwId('  ')).toBeNull()
  expect(cleanHwId(' SN 1 ')).toBe('SN 1')
})

test('a hardware id has at most 200 characters, none of them a control character', () => {
  expect(whyNotHwId('x'.repeat(200))).toBeUndefined()
  expect(whyNotHwId('x'.repeat(201))).toMatchObject({ reason: 'text.too-long', field: 'hw_id' })
  expect(whyNotHwId('x\u0007y')?.reason).toBe('text.control-characters')
})

test('devices are ordered by device id', () => {
  const devices = [{ deviceid: 'B1' }, { deviceid: 'A2' }, { deviceid: 'A10' }]
  expect(devices.sort(compareDevices).map(({ deviceid }) => deviceid)).toEqual(['A10', 'A2', 'B1'])
})
