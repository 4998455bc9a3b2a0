import { describe, expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { type Block, type Fault, isFault, type Layout } from '../recording.ts'
import { memorySource } from '../source.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const range = (length: number) => [...Array(length).keys()]

async function read(
  lines: readonly string[],
  { layout, name = 'x.csv', end = '\n' }: { layout?: Layout; name?: string; end?: string } = {},
) {
  const source = memorySource(new TextEncoder().encode(lines.join('\n') + end))
  const recording = await openRecording(source, name, layout && { layout })
  const blocks: Block[] = []
  const faults: Fault[] = []
  for await (const item of recording.blocks()) isFault(item) ? faults.push(item) : blocks.push(item)
  const { description } = recording
  const codes = description.recognised.map(({ code }) => code)
  return { recording, description, codes, faults, blocks, first: blocks.filter(({ channel }) => channel === 0) }
}

test('a jump of time is a gap, and the samples keep their times', async () => {
  const times = [...range(50).map((row) => row * 10), ...range(50).map((row) => 60_000 + row * 10)]
  const { first, description } = await read(['ms,x', ...times.map((time, row) => `${time},${row}.5`)])
  expect(first.map(({ at, values, continues }) => [at, values.length, continues])).toEqual([
    [0, 50, false],
    [60, 50, false],
  ])
  expect(description).toMatchObject({ duration: 60.5, samples: 100, channels: [{ rate: 100 }] })
})

test('a jump of the packet counter is a gap as long as the packets that were lost', async () => {
  const counts = range(100).filter((count) => count < 40 || count >= 55)
  const { first, faults } = await read([
    '// Update Rate: 100.0Hz',
    'PacketCounter\tAcc_X',
    ...counts.map((count) => `${count}\t${count}.5`),
  ])
  expect(first.map(({ at, values }) => [at, values.length])).toEqual([
    [0, 40],
    [0.55, 45],
  ])
  expect(faults).toMatchObject([{ what: 'lost-samples', count: 15, line: 43 }])
})

test('a packet counter that wraps at 65536 has lost nothing', async () => {
  const { first, faults } = await read(
    ['PacketCounter;x', ...range(60).map((row) => `${(65_510 + row) % 65_536};${row}.5`)],
    {
      layout: { rate: 50 },
    },
  )
  expect(faults).toEqual([])
  expect(first.map(({ values }) => values.length)).toEqual([60])
})

test('cells that are not numbers are missing, and counted with the line of the first', async () => {
  const lines = range(40).map((row) => `${row * 20},${row === 7 || row === 8 ? '#REF!' : row}.5`)
  const { first, faults } = await read(['ms,x', ...lines])
  expect(faults).toEqual([
    { what: 'not-a-number', count: 2, line: 9, offset: expect.any(Number), at: 0.14, detail: '#REF!.5' },
  ])
  expect(first[0]?.values).toHaveLength(40)
  expect(first[0]?.values[7]).toBeNaN()
})

test('short lines, long lines and headers in the middle are faults, and the rest is read', async () => {
  const line = (row: number) => `${row * 20},${row}.5,1.5`
  const lines = [
    'ms,x,y',
    ...range(20).map(line),
    '400,1.5',
    '420,1.5,2.5,3.5',
    'ms,x,y',
    ...range(20).map((row) => line(row + 22)),
  ]
  const { first, faults } = await read(lines)
  expect(faults).toMatchObject([{ what: 'wrong-line', count: 3, line: 22 }])
  expect(first.flatMap(({ values }) => [...values])).toHaveLength(42)
})

test('a file that ends in the middle of a line reports it and omits that line', async () => {
  const { first, faults } = await read(['ms,x,y', ...range(20).map((row) => `${row * 20},${row}.5,1.5`), '400,1.'], {
    end: '',
  })
  expect(faults).toMatchObject([{ what: 'cut-off', line: 22, detail: '400,1.' }])
  expect(first.flatMap(({ values }) => [...values])).toHaveLength(20)
})

test('lines whose time goes back are omitted and counted', async () => {
  const { first, faults } = await read([
    'ms,x',
    ...[0, 20, 40, 60, 10, 30, ...range(40).map((row) => 80 + row * 20)].map((time) => `${time},1.5`),
  ])
  expect(faults).toMatchObject([{ what: 'time-backwards', count: 2, line: 6 }])
  expect(first.flatMap(({ times }) => [...(times ?? [])])).toHaveLength(44)
})

test('a sensor slower than the others is read at its own rate', async () => {
  const { blocks, description } = await read([
    'ms,x,temp',
    ...range(400).map((row) => `${row * 10},${row}.5,${row % 100 === 0 ? 36.5 : ''}`),
  ])
  expect(description.channels).toMatchObject([{ rate: 100 }, { rate: 1, kind: 'temperature' }])
  const slow = blocks.filter(({ channel }) => channel === 1)
  expect(slow).toHaveLength(1)
  expect([...(slow[0]?.times ?? [])]).toEqual([0, 1, 2, 3])
})

test('samples with the same second are spread over it', async () => {
  const second = (row: number) => new Date(Date.parse('2026-05-04T10:00:00Z') + Math.floor((row + 20) / 50) * 1000)
  const iso = (row: number) =>
    second(row < 300 ? row : row + 5000)
      .toISOString()
      .slice(0, 19)
  const { first, description } = await read(['time,x', ...range(1200).map((row) => `${iso(row)},${row}.5`)])
  expect(description).toMatchObject({ channels: [{ rate: 50 }], samples: 1200 })
  expect(first).toHaveLength(2)
  const times = first.flatMap((block) => [...(block.times ?? [])])
  expect(times.slice(30, 33).map((time) => Math.round(time * 1000))).toEqual([1000, 1020, 1040])
  expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true)
})

test('times of day go on after midnight', async () => {
  const clock = (second: number) => new Date((86_390 + second) * 1000).toISOString().slice(11, 19)
  const { first, description } = await read(['time,x', ...range(20).map((second) => `${clock(second)},1.5`)])
  expect(description).toMatchObject({ start: null, clock: 'unknown', duration: 20 })
  expect(first.flatMap(({ times }) => [...(times ?? [])])).toEqual(range(20))
})

test('for an ambiguous date the assumed order is reported, and can be set', async () => {
  const lines = ['time,x', ...range(9).map((second) => `03/04/2026 10:00:0${second},1.5`)]
  const american = await read(lines)
  expect(american.description.start).toBe(seconds('2026-03-04T10:00:00Z'))
  expect(american.codes).toContain('date-order-assumed')
  const european = await read(lines, { layout: { dateOrder: 'dmy' } })
  expect(european.description.start).toBe(seconds('2026-04-03T10:00:00Z'))
  expect(european.codes).not.toContain('date-order-assumed')
})

test('the dates of an ActiGraph preamble outweigh the order that it claims', async () => {
  const { description } = await read([
    '------------ Data File Created By ActiGraph GT3X+ ActiLife v6.11.9 date format dd/MM/yyyy at 30 Hz -----------',
    'Serial Number: NEO1',
    'Start Time 15:00:00',
    'Start Date 09-12-2017',
    'Epoch Period (hh:mm:ss) 00:00:00',
    'Download Time 15:29:44',
    'Download Date 09-19-2017',
    'Current Memory Address: 0',
    'Current Battery Voltage: 3.85     Mode = 12',
    '--------------------------------------------------',
    'Accelerometer X,Accelerometer Y,Accelerometer Z',
    ...range(60).map((row) => `0.1,0.2,${row}.5`),
  ])
  expect(description).toMatchObject({
    start: seconds('2017-09-12T15:00:00Z'),
    clock: 'local',
    duration: 2,
    serialnumber: 'NEO1',
  })
})

test('settings take precedence: rows, columns, unit, rate, start', async () => {
  const lines = ['a,b', ...range(30).map((row) => `${row * 2},${row}.5`)]
  const seconds_ = await read(lines, { layout: { timeColumn: 0, timeUnit: 's' } })
  expect(seconds_.description).toMatchObject({ duration: 60, channels: [{ name: 'b', rate: 0.5 }] })
  const rated = await read(lines, { layout: { timeColumn: null, rate: 10, start: 1000, clock: 'local' } })
  expect(rated.description).toMatchObject({
    duration: 3,
    start: 1000,
    clock: 'local',
    channels: [{ name: 'a' }, { name: 'b' }],
  })
  expect((await read(lines, { layout: { headerRows: 11 } })).first[0]?.values).toHaveLength(20)
})

test.each<Layout>([
  { timeColumn: 9 },
  { headerRows: -1 },
  { rate: Number.NaN },
  { rate: -5 },
  { start: Number.POSITIVE_INFINITY },
  { counterColumn: [0, 77] },
])('settings that do not fit the file are refused: %j', async (layout) => {
  await expect(read(['a,b', '1,2', '2,3'], { layout })).rejects.toMatchObject({ code: 'wrong-layout' })
})

test('a part of a large file is read from near where it begins', async () => {
  const text = ['ms,x', ...range(120_000).map((row) => `${row * 10},${row % 977}.25`), ''].join('\n')
  const bytes = new TextEncoder().encode(text)
  let read = 0
  const source = { size: bytes.length, read: async (at: number, length: number) => bytes.slice(at, at + length) }
  const counting = {
    size: source.size,
    read: (at: number, length: number) => {
      read += length
      return source.read(at, length)
    },
  }
  const recording = await openRecording(counting, 'x.csv')
  expect(recording.description.duration).toBeCloseTo(1200, 6)
  for await (const _ of recording.blocks());
  read = 0
  const values = new Map<number, number>()
  for await (const item of recording.blocks({ from: 1000, to: 1001 }))
    if (!isFault(item))
      for (const [index, value] of item.values.entries())
        values.set(Math.round((item.times?.[index] ?? 0) * 100), value)
  expect(values.get(100_000)).toBe((100_000 % 977) + 0.25)
  expect(values.get(100_099)).toBe((100_099 % 977) + 0.25)
  expect(read).toBeLessThan(bytes.length / 2)
})

const pad = (number: number) => String(number).padStart(2, '0')
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const french = (seconds: number) => {
  const [year, month, day] = isoOf(seconds).slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

/** Eight days of an Actiwatch, as its French program exports them. */
function actiwatch() {
  const start = seconds('2025-03-04T20:00:00Z')
  return [
    '"------- Propriétés du sujet -------"',
    '',
    '"Identité :","P-001"',
    '"Longueur d’époque :","00:00:15"',
    '',
    '"------- Statistiques -------"',
    '',
    '"Type d’intervalle","Intervalle n°","Date de début","Heure de début","Date de fin","Heure de fin","Durée","Total","Moyenne"',
    '"Unités","","","","","","minutes","coups","coups"',
    ...range(9).map(
      (i) => `"REPOS","${i}","0${i + 1}/03/2025","23:00:00","0${i + 1}/03/2025","07:00:00","480","12","${i},5"`,
    ),
    '',
    '"------- Données par époque -------"',
    '',
    '"Ligne","Date","Heure","État hors poignet","Activité","Marqueur","Lumière blanche","Veille/Sommeil","État d’intervalle"',
    '',
    ...range(40_000).map((i) => {
      const at = start + i * 15
      const state = i % 5760 < 2000 ? 'REPOS' : 'ACTIF'
      return `"${i + 1}","${french(at)}","${isoOf(at).slice(11, 19)}","0","${(i * 7) % 91}","0","${i % 50},31","1","${state}"`
    }),
  ]
}

test('a report with statistics above its data, days before months and states in words is read', async () => {
  const { description, faults, recording, blocks } = await read(actiwatch())
  expect(faults).toEqual([])
  expect(description).toMatchObject({ start: seconds('2025-03-04T20:00:00Z'), clock: 'local' })
  expect(description.channels.map(({ name }) => name)).toEqual([
    'État hors poignet',
    'Activité',
    'Marqueur',
    'Lumière blanche',
    'Veille/Sommeil',
  ])
  expect(blocks.reduce((sum, { channel, values }) => sum + (channel === 1 ? values.length : 0), 0)).toBe(40_000)
  const states = await recording.annotations()
  expect(states).toHaveLength(14)
  expect(states.slice(0, 2)).toEqual([
    { at: 0, duration: 30_000, text: 'REPOS', source: 'État d’intervalle' },
    { at: 30_000, duration: 56_400, text: 'ACTIF', source: 'État d’intervalle' },
  ])
})

test.each([
  {
    language: 'German',
    mark: ';',
    point: '.',
    title: '------- Statistik -------',
    table: ['Intervalltyp', 'Intervall Nr.', 'Datum Beginn', 'Uhrzeit Beginn', 'Dauer', 'Mittelwert'],
    names: [
      'Zeile',
      'Datum',
      'Zeit',
      'Status Abgenommen',
      'Aktivität',
      'Markierung',
      'Weißes Licht',
      'Schlaf/Wach',
      'Intervallstatus',
    ],
    states: ['RUHE', 'AKTIV', 'AUSGESCHLOSSEN'],
  },
  {
    language: 'Dutch',
    mark: ',',
    point: '-',
    title: '------- Statistieken -------',
    table: ['Intervaltype', 'Interval nr.', 'Begindatum', 'Begintijd', 'Duur', 'Gemiddelde'],
    names: [
      'Regel',
      'Datum',
      'Tijd',
      'Status niet-om-pols',
      'Activiteit',
      'Markering',
      'Wit licht',
      'Slaap/waak',
      'Intervalstatus',
    ],
    states: ['RUST', 'ACTIEF', 'UITGESLOTEN'],
  },
])('a $language report of an Actiwatch is read, with the time that it was off the wrist', async (report) => {
  const start = seconds('2025-03-04T20:00:00Z')
  const line = (...cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(report.mark)
  const dateOf = (at: number) => isoOf(at).slice(0, 10).split('-').toReversed().join(report.point)
  const rest = (i: number) => i % 5760 < 2000
  const isOff = (i: number) => i >= 3000 && i < 3100
  const { description, faults, recording, first } = await read([
    line('------- Person -------'),
    '',
    line('Name', 'P-001'),
    line('Epoche', '00:00:15'),
    '',
    line(report.title),
    '',
    line(...report.table),
    ...range(9).map((i) =>
      line(report.states[0] ?? '', `${i}`, dateOf(start + i * 86_400), '23:00:00', '480', `${i},5`),
    ),
    '',
    line('------- Data -------'),
    '',
    line(...report.names),
    '',
    ...range(12_000).map((i) =>
      line(
        `${i + 1}`,
        dateOf(start + i * 15),
        isoOf(start + i * 15).slice(11, 19),
        isOff(i) ? '1' : '0',
        isOff(i) ? 'NaN' : `${(i * 7) % 91}`,
        '0',
        isOff(i) ? 'NaN' : `${i % 50},31`,
        isOff(i) ? 'NaN' : '1',
        report.states[isOff(i) ? 2 : rest(i) ? 0 : 1] ?? '',
      ),
    ),
  ])
  expect(faults).toEqual([])
  expect(description).toMatchObject({
    start,
    clock: 'local',
    channels: report.names.slice(3, 8).map((name) => ({ name, rate: 1 / 15 })),
  })
  // Off the wrist in its own column, from the first to the last line.
  const off = first.flatMap(({ at, times, values }) =>
    [...values].flatMap((value, i) => (value === 1 ? [times?.[i] ?? at] : [])),
  )
  expect([off[0], off.at(-1), off.length]).toEqual([45_000, 45_000 + 99 * 15, 100])
  const states = await recording.annotations()
  expect(states.slice(0, 4).map(({ at, duration, text }) => [at, duration, text])).toEqual([
    [0, 30_000, report.states[0]],
    [30_000, 15_000, report.states[1]],
    [45_000, 1500, report.states[2]],
    [46_500, 39_900, report.states[1]],
  ])
})

test('a compressed file of several days in one order is read in it', async () => {
  const start = seconds('2025-03-01T08:00:00Z')
  const lines = [
    'time,x',
    ...range(46_000).map((i) => `${french(start + i * 15)} ${isoOf(start + i * 15).slice(11, 19)},${i}.5`),
  ]
  const packed = new Blob([lines.join('\n')]).stream().pipeThrough(new CompressionStream('gzip'))
  const recording = await openRecording(
    memorySource(new Uint8Array(await new Response(packed).arrayBuffer())),
    'x.csv.gz',
  )
  expect(recording.description).toMatchObject({ start })
  expect(recording.description.recognised.map(({ code }) => code)).not.toContain('date-order-assumed')
})

test('times with the name of their zone are instants, and lines without values are time that was not worn', async () => {
  const lines = range(100).map((i) => {
    const at = isoOf(seconds('2014-05-07T13:29:50Z') + i * 5)
      .slice(0, 19)
      .replace('T', ' ')
    return `${at}.439000+0100 [Europe/London],${i >= 40 && i < 60 ? '' : `${i}.5`}`
  })
  const { description, faults, first } = await read(['time,acc', ...lines])
  expect(faults).toEqual([])
  expect(description).toMatchObject({ start: seconds('2014-05-07T12:29:50.439Z'), clock: 'utc', duration: 500 })
  expect(first.flatMap(({ values }) => [...values]).filter(Number.isNaN)).toHaveLength(20)
})

test('start and interval in the first name of a column are used', async () => {
  const name = 'acceleration (mg) - 2014-05-07 13:29:50 - 2014-05-13 09:49:50 - sampleRate = 5 seconds,imputed'
  const { description } = await read([name, ...range(50).map((i) => `${i}.5,0`)])
  expect(description).toMatchObject({
    start: seconds('2014-05-07T13:29:50Z'),
    duration: 250,
    channels: [{ name: 'acceleration', unit: 'mg', rate: 0.2 }, { name: 'imputed' }],
  })
})

test('of a .trc the second column is the time, and the markers have their names', async () => {
  const { description } = await read(
    [
      'PathFileType\t4\t(X/Y/Z)\twalk.trc',
      'DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames',
      '100\t100\t200\t2\tmm\t100\t1\t200',
      'Frame#\tTime\tLASI\t\t\tRASI\t\t',
      '\t\tX1\tY1\tZ1\tX2\tY2\tZ2',
      '',
      ...range(200).map((i) => [i + 1, (i / 100).toFixed(2), 100.5 + i, 200.25, 300, 400, 500, 600.5].join('\t')),
    ],
    { name: 'walk.trc' },
  )
  expect(description).toMatchObject({ duration: 2, channels: { length: 6 } })
  expect(description.channels[0]).toMatchObject({ name: 'X1', sensor: 'LASI', rate: 100 })
  expect(description.channels[5]).toMatchObject({ name: 'Z2', sensor: 'RASI' })
})

test('lines may end in carriage returns alone', async () => {
  const text = ['time,x', ...range(50).map((i) => `${i / 10},${i}.5`), ''].join('\r')
  const { description } = await openRecording(memorySource(new TextEncoder().encode(text)), 'x.csv')
  expect(description).toMatchObject({ samples: 50, duration: 5, channels: [{ rate: 10 }] })
})

test('days of a spreadsheet are dates of a local clock', async () => {
  const days = (seconds: number) => (25_569 + seconds / 86_400).toFixed(9)
  const start = seconds('2025-03-04T12:00:00Z')
  const { description } = await read(['Time,x', ...range(200).map((i) => `${days(start + i)},${i}.5`)])
  expect(description).toMatchObject({ start, clock: 'local', channels: [{ rate: 1 }] })
  expect(description.duration).toBeCloseTo(200, 3)
})

test('a column of time is known by its German, Dutch, French, Spanish or Italian name, too', async () => {
  for (const name of ['Zeit', 'Zeitstempel', 'tijd', 'Temps (s)', 'Hora', 'tempo']) {
    const { description } = await read([`${name};x`, ...range(100).map((i) => `${i},25;${i},5`)])
    expect([name, description.duration, description.channels.map(({ name: x }) => x)]).toEqual([name, 100, ['x']])
  }
  const { description } = await read(['temps,time', ...range(100).map((i) => `${20 + i / 10},${i}`)])
  expect(description.channels.map(({ name }) => name)).toEqual(['temps'])
})

test('a signal that rises like days of a spreadsheet is a signal', async () => {
  const { description } = await read(['time,x', ...range(100).map((i) => `${i},${45_000.25 + i / 100}`)])
  expect(description).toMatchObject({ start: null, channels: [{ name: 'x' }] })
})

test('times in single precision, which get coarser as they grow, are as even as they were', async () => {
  for (const from of [0, 1000, 20_000, 86_400, 100_000]) {
    const rows = range(3000).map((i) => `${Math.fround(from + i / 100)},${Math.fround(Math.sin(i))}`)
    const { description, first, faults } = await read(['time,x', ...rows])
    expect([from, description.channels[0]?.rate, first.length, faults]).toEqual([from, 100, 1, []])
  }
  // Read from a finer beginning to a coarse end.
  const seconds = [...range(6000).map((i) => i / 50), ...range(500).map((i) => 140_000 + i / 50)]
  const { description, first } = await read(['time,x', ...seconds.map((at, i) => `${Math.fround(at)},${i}.5`)])
  expect(description.channels[0]?.rate).toBe(50)
  expect(first.map(({ values }) => values.length)).toEqual([6000, 500])
})

test('elapsed hours go on after 24', async () => {
  const { description, faults } = await read([
    'elapsed,x',
    ...range(180).map((i) => `${22 + Math.floor(i / 60)}:${pad(i % 60)}:00,${i}.5`),
  ])
  expect(faults).toEqual([])
  expect(description).toMatchObject({ duration: 180 * 60, samples: 180 })
})

test('separated thousands in quotes are numbers, and decimal commas in quotes too', async () => {
  const thousands = await read(['time,x,y', ...range(30).map((i) => `${i},"${i % 2 ? '1,100' : '2,200.5'}",0.${i}`)])
  expect(thousands.first.flatMap(({ values }) => [...values]).slice(0, 2)).toEqual([2200.5, 1100])
  const commas = await read(['time,x', ...range(30).map((i) => `${i},"1,${String(i).padStart(3, '0')}"`)])
  expect(commas.first.flatMap(({ values }) => [...values]).slice(0, 2)).toEqual([1, 1.001])
})

describe('a local clock that follows summer time', () => {
  const oslo = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Oslo' })
  /** Local times of Oslo every ten seconds, beginning at this instant. */
  const local = (from: string, count: number) =>
    range(count).map((i) => `${oslo.format((seconds(from) + i * 10) * 1000)},${i}.5`)
  const times = (blocks: readonly Block[]) => blocks.flatMap((block) => [...(block.times ?? [])])

  test('the hour that does not exist is no gap', async () => {
    const { description, first, faults } = await read(['time,x', ...local('2025-03-30T00:30:00Z', 400)])
    expect(description.duration).toBe(4000)
    expect(times(first)).toEqual(range(400).map((i) => i * 10))
    expect(faults).toMatchObject([{ what: 'clock-changed', count: 1, detail: '1' }])
  })

  test('the hour that comes twice is there twice', async () => {
    const { description, first, faults } = await read(['time,x', ...local('2025-10-25T23:30:00Z', 1600)])
    expect(description).toMatchObject({ duration: 16_000, samples: 1600 })
    expect(times(first)).toEqual(range(1600).map((i) => i * 10))
    expect(faults).toMatchObject([{ what: 'clock-changed', count: 1, detail: '-1' }])
  })

  test('a part that is read later has the same times', async () => {
    const lines = ['time,x', ...local('2025-10-25T20:00:00Z', 60_000)]
    const { recording } = await read(lines)
    const found: number[] = []
    for await (const item of recording.blocks({ from: 400_000, to: 400_100 }))
      if (!isFault(item)) found.push(...times([item]).filter((at) => at >= 400_000 && at <= 400_100))
    expect(found).toEqual(range(11).map((i) => 400_000 + i * 10))
    expect(recording.description.duration).toBeNull()
  })

  test('an hour without samples on another day is a gap', async () => {
    const at = (i: number) => isoOf(seconds('2025-06-11T10:00:00Z') + i * 10 + (i < 180 ? 0 : 3600)).slice(0, 19)
    const { first, faults } = await read(['time,x', ...range(400).map((i) => `${at(i)},${i}.5`)])
    expect(first).toHaveLength(2)
    expect(faults).toEqual([])
  })
})
