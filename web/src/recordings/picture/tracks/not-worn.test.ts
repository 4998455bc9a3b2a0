import { expect, test } from 'vitest'
import { notWornOf } from './not-worn.ts'

const stretch = { from: 100, to: 400 }
const moved = { channels: [0, 1, 2], calibration: null, notWorn: { seconds: 300, longest: [stretch] } }
const flag = { channel: 3, notWorn: { seconds: 300, longest: [stretch] } }
const channels = ['x', 'y', 'z', 'Off-wrist'].map((name) => ({ name }))

test('what was not worn by movement and by the recorder’s own column are told apart', () => {
  expect(notWornOf({ accelerometers: [moved, moved], flags: [flag] }, channels)).toEqual([
    { flag: null, stretches: [stretch, stretch] },
    { flag: 'Off-wrist', stretches: [stretch] },
  ])
})

test('what is worn throughout, or was never judged, has no lane', () => {
  const worn = { ...moved, notWorn: null }
  expect(notWornOf({ accelerometers: [worn], flags: [{ ...flag, notWorn: { seconds: 0, longest: [] } }] })).toEqual([])
  expect(notWornOf({ accelerometers: [] })).toEqual([])
  expect(notWornOf(undefined)).toEqual([])
})

test('beside another recording it is drawn later', () => {
  expect(notWornOf({ accelerometers: [moved] }, channels, 60)).toEqual([
    { flag: null, stretches: [{ from: 160, to: 460 }] },
  ])
})
