import { describe, expect, test } from 'vitest'
import { openRecording } from '../../open/open-recording.ts'
import { isFault, type Layout } from '../../recording.ts'
import { memorySource } from '../../source.ts'
import { tally } from '../../testing/tally.ts'

const range = (length: number) => [...Array(length).keys()]

async function read(lines: readonly string[], layout?: Layout) {
  const source = memorySource(new TextEncoder().encode(`${lines.join('\n')}\n`))
  const recording = await openRecording(source, 'x.csv', layout && { layout })
  return { recording, description: recording.description, ...(await tally(recording)) }
}

const walk = (rows: number) => ['t,x,y', ...range(rows).map((row) => `${(row / 50).toFixed(2)},${row}.5,${row}.25`)]
const pulse = (rows: number) => ['t,hr', ...range(rows).map((row) => `${row},${60 + (row % 5)}`)]

describe('a file with two tables', () => {
  test.each([
    ['a blank line', ['']],
    ['a line of delimiters', [',,']],
    ['a title', ['', 'Pulse']],
    ['a title and its rate', ['', 'Pulse', '1', '']],
  ])('is read as the longer one, and the lines of the other are counted: %s between them', async (_, between) => {
    const { description, channels, faults } = await read([...walk(200), ...between, ...pulse(150)])
    expect(description).toMatchObject({
      duration: 4,
      channels: [
        { name: 'x', rate: 50 },
        { name: 'y', rate: 50 },
      ],
    })
    expect(channels[0]).toMatchObject({ n: 200, max: 199.5, last: 3.98, gaps: 0 })
    expect(faults['other-table']).toBe(150 + between.filter((line) => /\w/.test(line)).length + 1)
  })

  test('says where the other one is if that stands above, and either can be chosen', async () => {
    const lines = [...pulse(150), '', ...walk(200)]
    const { description, channels, faults } = await read(lines)
    expect(description.channels.map(({ name }) => name)).toEqual(['x', 'y'])
    expect(description.recognised).toContainEqual({ code: 'other-table', params: { line: 2 } })
    expect([channels[0]?.n, faults]).toEqual([200, {}])
    const other = await read(lines, { headerRows: 1 })
    expect(other.description.channels).toMatchObject([{ name: 'hr', rate: 1 }])
    expect([other.channels[0]?.n, other.faults]).toEqual([150, { 'other-table': 201 }])
    const below = await read([...walk(200), '', ...pulse(150)], { headerRows: 203 })
    expect([below.description.channels[0]?.name, below.channels[0]?.n, below.faults]).toEqual(['hr', 150, {}])
  })

  const forces = [
    'Devices',
    '1000',
    ',,Plate,,EMG,',
    'Frame,Sub Frame,Fx,Fy,1,2',
    ',,N,N,V,V',
    ...range(500).map((row) => `${Math.floor(row / 10) + 1},${row % 10},${row}.5,1,2,3`),
  ]
  const markers = (title: string, name: string, rows: number) => [
    title,
    '100',
    `,,${name},,,${name}2,,`,
    'Frame,Sub Frame,X,Y,Z,X,Y,Z',
    ',,mm,mm,mm,mm,mm,mm',
    ...range(rows).map((row) => `${row + 1},0,${row},1,2,3,4,5`),
  ]
  test('has the rate that is said above the one that is read', async () => {
    const first = await read([...forces, '', ...markers('Trajectories', 'LASI', 50)])
    expect(first.description).toMatchObject({
      duration: 0.5,
      channels: [{ name: 'Fx', unit: 'N', rate: 1000 }, {}, {}, {}],
    })
    expect([first.channels[0]?.n, first.faults]).toEqual([500, { 'other-table': 55 }])
    const second = await read([...markers('Joints', 'LHip', 50), '', ...forces])
    expect(second.description).toMatchObject({
      duration: 0.5,
      channels: [{ name: 'Fx', sensor: 'Plate', rate: 1000 }, {}, {}, {}],
    })
    expect([second.channels[0]?.n, second.faults]).toEqual([500, {}])
  })

  test('may have the same names for other markers', async () => {
    const { channels, faults } = await read([...markers('Joints', 'LHip', 90), '', ...markers('Markers', 'LASI', 90)])
    expect([channels.length, channels[0]?.n, faults]).toEqual([6, 90, { 'other-table': 95 }])
  })
})

test('a recorder that writes its header again goes on with the same table', async () => {
  const header = ['Device,X', 'Started,again', '', 't,x,y']
  const [names = '', ...rows] = walk(200)
  const { channels, faults } = await read([names, ...rows.slice(0, 100), '', ...header, ...rows.slice(100)])
  expect(channels[0]).toMatchObject({ n: 200, gaps: 0 })
  expect(faults).toEqual({ 'wrong-line': 3 })
})

test('what stands below the data is counted as before if no other data follow', async () => {
  const { channels, faults } = await read([...walk(200), '', 'Total,200,', 'Name,said', 'Signed', ''])
  expect(channels[0]).toMatchObject({ n: 200 })
  expect(Object.values(faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
  expect(faults['other-table']).toBeUndefined()
})

test('a large file ends where its table does, also in a part that is read later', async () => {
  const lines = [...walk(60_000), '', ...pulse(20_000)]
  const source = memorySource(new TextEncoder().encode(lines.join('\n')))
  const recording = await openRecording(source, 'x.csv')
  expect(recording.description.duration).toBeNull()
  const { channels, faults } = await tally(recording)
  expect(channels[0]).toMatchObject({ n: 60_000, last: 1199.98 })
  expect(faults).toEqual({ 'other-table': 20_001 })
  let samples = 0
  for await (const item of recording.blocks({ from: 1199.5 }))
    if (!isFault(item) && item.channel === 0) samples += item.values.length
  expect(samples).toBeGreaterThanOrEqual(25)
  for await (const item of recording.blocks({ from: 1300 })) expect(isFault(item)).toBe(true)
})
