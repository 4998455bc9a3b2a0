import type { Channel } from '@casebook/domain/recordings/recording.ts'
import { expect, test } from 'vitest'
import { firstTelling, lanesOf, shownAtFirst } from './lanes.ts'

const channel = (name: string, unit: string | null, kind: Channel['kind'], sensor?: string): Channel => ({
  name,
  unit,
  kind,
  rate: 100,
  ...(sensor !== undefined && { sensor }),
})

test('channels of one sensor, kind and unit share a lane', () => {
  const lanes = lanesOf([
    channel('x', 'g', 'acceleration'),
    channel('temp', '°C', 'temperature'),
    channel('y', 'g', 'acceleration'),
    channel('x', 'g', 'acceleration', 'left foot'),
  ])
  expect(lanes.map(({ channels }) => channels)).toEqual([[0, 2], [1], [3]])
})

test('many channels of a kind have a lane each, and only the first ones are shown initially', () => {
  const lanes = lanesOf(Array.from({ length: 139 }, (_, index) => channel(`EEG ${index}`, 'uV', 'eeg')))
  expect(lanes).toHaveLength(139)
  expect([...shownAtFirst(lanes)]).toEqual([0, 1, 2, 3, 4, 5])
})

test('a lane of each kind is shown initially before more of one kind, and the battery last', () => {
  const lanes = lanesOf([
    channel('battery', 'V', 'battery'),
    ...Array.from({ length: 7 }, (_, index) => channel(`EEG ${index}`, 'uV', 'eeg')),
    channel('x', 'g', 'acceleration'),
  ])
  expect([...shownAtFirst(lanes)]).toEqual([1, 2, 3, 4, 5, 8])
})

test('of many channels, the axes of one vector or matrix share a lane', () => {
  const axes = ['X', 'Y', 'Z']
  const vectors = ['Foot', 'Shank', 'Thigh'].flatMap((place) => axes.map((axis) => `${place}/Acceleration/${axis}`))
  const lanes = lanesOf(vectors.map((name) => channel(name, 'm/s^2', 'acceleration')))
  expect(lanes.map(({ channels }) => channels)).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
  ])
  const matrix = [1, 2, 3].flatMap((row) => [1, 2, 3].map((column) => `Mat[${row}][${column}]`))
  expect(lanesOf(matrix.map((name) => channel(name, null, 'orientation')))).toHaveLength(3)
  const markers = ['Left', 'Right', 'Hip'].flatMap((name) => axes.map((axis) => `${name}Pos${axis}`))
  expect(lanesOf(markers.map((name) => channel(name, 'mm', 'position')))).toHaveLength(3)
  // Electrodes are not axes.
  const electrodes = ['Fz', 'Cz', 'Pz', 'Oz', 'Fpz-Cz', 'Fpz-Oz', 'Fpz-Pz']
  expect(lanesOf(electrodes.map((name) => channel(name, 'uV', 'eeg')))).toHaveLength(7)
})

test('channels of which nothing is known have a lane each, but for the axes of a vector', () => {
  const names = ['Off-wrist status', 'Activity', 'Marker', 'White light', 'Foot X', 'Foot Y', 'Foot Z']
  expect(lanesOf(names.map((name) => channel(name, null, 'other'))).map(({ channels }) => channels)).toEqual([
    [0],
    [1],
    [2],
    [3],
    [4, 5, 6],
  ])
  // Those of a sensor belong together.
  expect(lanesOf(['X1', 'Y1', 'Z1'].map((name) => channel(name, null, 'other', 'Heel')))).toHaveLength(1)
})

test('the strip shows the first lane that tells more than yes and no', () => {
  const lanes = lanesOf(['Off-wrist', 'Activity', 'Marker'].map((name) => channel(name, null, 'other')))
  const view = (...values: number[]) => ({
    times: Float64Array.from(values.keys()),
    min: Float64Array.from(values),
    max: Float64Array.from(values),
    gaps: new Uint8Array(values.length),
    width: 1,
  })
  expect(firstTelling(lanes, [view(0, 1), view(0, 7), view(0, 0)])).toBe(lanes[1])
  expect(firstTelling(lanes, [view(0, 1), undefined, view(0, 0)])).toBe(lanes[0])
  expect(firstTelling([], [])).toBeUndefined()
})

test('channels with only a known unit share a lane only if they have the same rate', () => {
  const other = (name: string, rate: number): Channel => ({ name, unit: 'uV', kind: 'other', rate })
  const lanes = lanesOf([other('sine', 2000), other('square', 1600), other('ramp', 2000)])
  expect(lanes.map(({ channels }) => channels)).toEqual([[0, 2], [1]])
})
