import { expect, test } from 'vitest'
import { cleanGiven, whyNotGiven } from '../shared/record-fields/record-fields.ts'
import { compareDevices, deviceFields, pastedDevices, whyNotDeviceid, whyNotNewDevices } from './devices.rules.ts'

test.each(['A', 'A1', '007', 'Z'.repeat(40)])('%j may be a device id', (deviceid) => {
  expect(whyNotDeviceid(deviceid)).toBeUndefined()
})

test.each(['a1', 'A-1', 'A 1', 'A1\n', 'Å1', '１', 'Z'.repeat(41)])('%j may not be a device id', (deviceid) => {
  expect(whyNotDeviceid(deviceid)).toMatchObject({ reason: 'device.id.pattern', field: 'deviceid' })
})

test('the hardware id is optional, and a blank one is stored as null', () => {
  expect(whyNotGiven(deviceFields, { deviceid: 'A1', hw_id: null })).toBeUndefined()
  expect(whyNotGiven(deviceFields, { deviceid: 'A1', hw_id: '  ' })).toBeUndefined()
  expect(cleanGiven(deviceFields, { deviceid: 'A1', hw_id: '  ' })).toEqual({ deviceid: 'A1', hw_id: null })
  expect(cleanGiven(deviceFields, { deviceid: 'A1', hw_id: ' SN 1 ' })).toEqual({ deviceid: 'A1', hw_id: 'SN 1' })
})

test('a hardware id has at most 200 characters, none of them a control character', () => {
  const { whyNot } = deviceFields.hw_id
  expect(whyNot('x'.repeat(200))).toBeUndefined()
  expect(whyNot('x'.repeat(201))).toMatchObject({ reason: 'text.too-long', field: 'hw_id' })
  expect(whyNot('x\u0007y')?.reason).toBe('text.control-characters')
})

test('devices are ordered by device id', () => {
  const devices = [{ deviceid: 'B1' }, { deviceid: 'A2' }, { deviceid: 'A10' }]
  expect(devices.sort(compareDevices).map(({ deviceid }) => deviceid)).toEqual(['A10', 'A2', 'B1'])
})

test('new devices are 1 to 1,000, each once and each right', () => {
  expect(whyNotNewDevices([{ deviceid: 'A1' }, { deviceid: 'B2', hw_id: 'SN' }])).toBeUndefined()
  expect(whyNotNewDevices([])).toMatchObject({ reason: 'devices.count' })
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ deviceid: `D${n}` }))
  expect(whyNotNewDevices(many(1000))).toBeUndefined()
  expect(whyNotNewDevices(many(1001))).toMatchObject({ reason: 'devices.count' })
  expect(whyNotNewDevices([{ deviceid: 'A1' }, { deviceid: 'A1' }])).toMatchObject({ reason: 'devices.twice' })
  expect(whyNotNewDevices([{ deviceid: 'a1' }])).toMatchObject({ field: 'deviceid' })
})

test('in a pasted list the cell beside an id is the hardware id', () => {
  const text = 'A1\t SN-1 \tmore\nB2\r\nA1\tagain\nC3\t\n'
  expect(pastedDevices(text, ['A1', 'B2', 'C3'])).toEqual([
    { deviceid: 'A1', hw_id: 'SN-1' },
    { deviceid: 'B2', hw_id: null },
    { deviceid: 'C3', hw_id: null },
  ])
})
