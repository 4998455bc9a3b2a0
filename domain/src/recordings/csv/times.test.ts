import { describe, expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { type Block, type Fault, isFault, type Layout } from '../recording.ts'
import { memorySource } from '../source.ts'

const range = (length: number) => [...Array(length).keys()]
const pad = (number: number) => String(number).padStart(2, '0')

async function read(lines: readonly string[], layout?: Layout) {
  const source = memorySource(new TextEncoder().encode(`${lines.join('\n')}\n`))
  const recording = await openRecording(source, 'x.csv', layout && { layout })
  const blocks: Block[] = []
  const faults: Fault[] = []
  for await (const item of recording.blocks()) isFault(item) ? faults.push(item) : blocks.push(item)
  const { description, layout: used } = recording
  const times = blocks.filter(({ channel }) => channel === 0).flatMap((block) => [...(block.times ?? [])])
  const said = (code: string) => description.recognised.find((each) => each.code === code)?.params
  return { description, layout: used, faults, times, said }
}

/** A table of one column beside these times. */
const table = (times: readonly string[], name = 'time') => [`${name},x`, ...times.map((time, i) => `${time},${i}.5`)]

describe('times of two parts', () => {
  const seconds = (count: number) => range(count).map((i) => `${pad(Math.floor(i / 60))}:${pad(i % 60)}`)

  test('are minutes and seconds if nothing decides, and somebody is asked', async () => {
    const { description, layout, times, said } = await read(table(seconds(300)))
    expect(description).toMatchObject({ duration: 300, start: null, channels: [{ rate: 1 }] })
    expect(said('first-unit-assumed')).toEqual({ unit: 'min' })
    expect(said('time-column')).toEqual({ column: 1, form: 'minutes-and-seconds' })
    expect(layout).toMatchObject({ timeUnit: 'min' })
    expect(times).toEqual(range(300))
  })

  test('are what somebody says', async () => {
    const hours = await read(table(seconds(300)), { timeUnit: 'h' })
    expect([hours.description.duration, hours.said('first-unit-assumed')]).toEqual([18_000, undefined])
    const minutes = await read(table(seconds(300)), { timeUnit: 'min' })
    expect([minutes.description.duration, minutes.said('first-unit-assumed')]).toEqual([300, undefined])
  })

  test('with tenths of a second are minutes, which nobody is asked about', async () => {
    const tenths = range(900).map((i) => `${pad(Math.floor(i / 600))}:${pad(Math.floor(i / 10) % 60)}.${i % 10}`)
    const { description, times, said, faults } = await read(table(tenths))
    expect(description).toMatchObject({ duration: 90, channels: [{ rate: 10 }] })
    expect(times[899]).toBeCloseTo(89.9, 9)
    expect([said('first-unit-assumed'), said('text-columns'), faults]).toEqual([undefined, undefined, []])
  })

  test('go on where minutes begin again, or hours follow them', async () => {
    const again = range(7300).map((i) => `${pad(Math.floor(i / 60) % 60)}:${pad(i % 60)}`)
    expect((await read(table(again))).times).toEqual(range(7300))
    const hours = range(4000).map((i) =>
      i < 3600 ? `${Math.floor(i / 60)}:${pad(i % 60)}` : `1:${pad(Math.floor(i / 60) - 60)}:${pad(i % 60)}`,
    )
    expect((await read(table(hours))).times).toEqual(range(4000))
  })

  test('of a clock are hours and minutes', async () => {
    const clock = range(300).map((i) => `${pad((22 + Math.floor(i / 60)) % 24)}:${pad(i % 60)}`)
    const { description, said } = await read(table(clock))
    expect(description).toMatchObject({ duration: 18_000 })
    expect([said('first-unit-assumed'), said('time-column')]).toEqual([undefined, { column: 1, form: 'time-of-day' }])
  })
})

describe('numbers that count from another year', () => {
  const march = Date.parse('2026-03-01T21:20:00Z') / 1000
  const every = (from: number, step: number, digits = 2) => range(60).map((i) => (from + i * step).toFixed(digits))

  test('are instants, and it is said from which year', async () => {
    const labview = await read(table(every(march + 2_082_844_800, 0.01)))
    expect(labview.description).toMatchObject({ start: march, clock: 'utc', channels: [{ rate: 100 }] })
    expect(labview.said('epoch-assumed')).toEqual({ epoch: 1904 })
    expect(labview.layout).toMatchObject({ timeUnit: 's', epoch: 1904 })
    const windows = await read(table(range(60).map((i) => `${134_168_736_000_000_000n + BigInt(i) * 200_000n}`)))
    expect(windows.description).toMatchObject({ start: march, clock: 'utc', channels: [{ rate: 50 }] })
    const net = await read(table(range(60).map((i) => `${639_079_968_000_000_000n + BigInt(i) * 10_000_000n}`)))
    expect(net.description).toMatchObject({ start: march, clock: 'local', channels: [{ rate: 1 }] })
    const matlab = await read(table(every(740_042.5, 1 / 86_400, 9), 'datenum'))
    expect(matlab.description).toMatchObject({ start: Date.parse('2026-03-01T12:00:00Z') / 1000, clock: 'local' })
    const usual = await read(table(every(march, 0.01)))
    expect([usual.said('epoch-assumed'), usual.layout?.epoch]).toEqual([undefined, undefined])
  })

  test('may begin in two years: somebody says in which', async () => {
    const lines = table(every(march - 978_307_200, 0.01))
    const asked = await read(lines)
    expect(asked.said('epoch-assumed')).toEqual({ epoch: 2001, other: 1970, start: march - 978_307_200 })
    expect(asked.description.start).toBe(march)
    const early = await read(lines, { epoch: 1970 })
    expect([early.said('epoch-assumed'), early.description.start]).toEqual([undefined, march - 978_307_200])
    expect(early.layout?.epoch).toBe(1970)
    const late = await read(lines, { epoch: 2001 })
    expect([late.said('epoch-assumed'), late.description.start]).toEqual([{ epoch: 2001 }, march])
    const said = await read(['# Created 2026-03-01', ...lines])
    expect([said.said('epoch-assumed'), said.description.start]).toEqual([{ epoch: 2001 }, march])
  })

  test('may be the days of a spreadsheet of an older Mac', async () => {
    const lines = table(every(44_620.5, 1 / 1440, 8), 'Date')
    const noon = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000
    expect((await read(lines)).description.start).toBe(noon('2022-02-28'))
    expect((await read(lines, { epoch: 1904 })).description.start).toBe(noon('2026-03-01'))
    expect((await read(['Exported: 2026-03-01', '', ...lines])).description.start).toBe(noon('2026-03-01'))
  })

  test('are none if their name says a unit in which they are small', async () => {
    const microseconds = await read(table(every(1_500_000_000, 20_000, 0), 'time_us'))
    expect(microseconds.description).toMatchObject({ start: null, duration: 1.2, channels: [{ rate: 50 }] })
    const milliseconds = await read(table(every(3.5e8, 10, 0), 'uptime (ms)'))
    expect(milliseconds.description).toMatchObject({ start: null, channels: [{ rate: 100 }] })
  })
})

describe('times that other programs write', () => {
  const at = (i: number) => new Date(Date.parse('2026-03-04T22:00:00Z') + i * 60_000)
  const clock = (i: number) => at(i).toISOString().slice(11, 19)
  const dated = (form: (day: number, time: string) => string) =>
    table(range(180).map((i) => form(at(i).getUTCDate(), clock(i))))
  const start = Date.parse('2026-03-04T22:00:00Z') / 1000

  test.each<[string, (day: number, time: string) => string]>([
    ['months by their names', (day, time) => `0${day}-Mar-2026 ${time}`],
    ['Norwegian months', (day, time) => `${day}. mars 2026 ${time}`],
    ['a weekday, and the year last', (day, time) => `Wed Mar 0${day} ${time} 2026`],
    ['nothing between the parts, and a zone', (day, time) => `2026030${day}T${time.replaceAll(':', '')}Z`],
  ])('have %s', async (_, form) => {
    const { description, faults, times, said } = await read(dated(form))
    expect(description).toMatchObject({ start, duration: 10_800 })
    expect([times, faults, said('text-columns')]).toEqual([range(180).map((i) => i * 60), [], undefined])
  })

  test('end a day at 24:00', async () => {
    const lines = dated((day, time) => `2026-03-0${day} ${time}`)
    const midnight = lines.map((line) => line.replace('2026-03-05 00:00:00', '2026-03-04 24:00:00'))
    const { faults, times } = await read(midnight)
    expect([times, faults]).toEqual([range(180).map((i) => i * 60), []])
  })

  const elapsed = (i: number) => 80_000 + i * 60
  const hours = (i: number) => new Date((elapsed(i) % 86_400) * 1000).toISOString().slice(11, 19)
  const days = (i: number) => Math.floor(elapsed(i) / 86_400)

  test.each<[string, (i: number) => string]>([
    ['a point after the days', (i) => `${days(i)}.${hours(i)}`],
    ['a letter after the days', (i) => `${days(i)}d ${hours(i)}`],
    ['a word after the days', (i) => (days(i) > 0 ? `"1 day, ${hours(i)}"` : hours(i))],
    ['the form of ISO 8601', (i) => `PT${Math.floor(elapsed(i) / 60)}M${elapsed(i) % 60}S`],
  ])('are elapsed, with %s', async (_, form) => {
    const { description, faults, times } = await read(table(range(180).map(form), 'Elapsed'))
    expect(description).toMatchObject({ start: null, duration: 10_800, channels: [{ rate: 1 / 60 }] })
    expect([times, faults]).toEqual([range(180).map((i) => i * 60), []])
  })
})

describe('a table from its last time to its first', () => {
  const at = (i: number) => new Date(Date.parse('2026-03-01T22:00:00Z') + i * 1000)
  const iso = (i: number) => at(i).toISOString().slice(0, 19)
  const turnedTable = (count: number, time: (i: number) => string) => [
    '# a recorder',
    'time,x',
    ...range(count).map((i) => `${time(count - 1 - i)},${count - 1 - i}.5`),
  ]

  test.each<[string, (i: number) => string, object]>([
    ['dates and times', iso, { clock: 'local' }],
    ['seconds since 1970', (i) => String(at(i).getTime() / 1000), { clock: 'utc' }],
    ['days before months', (i) => `01/03/2026 ${iso(i).slice(11)}`, { clock: 'local' }],
  ])('of %s is read in the order of its times, and says so', async (_, time, clock) => {
    const layout = time(0).startsWith('01') ? ({ dateOrder: 'dmy' } as const) : undefined
    const { description, faults, times, said } = await read([...turnedTable(300, time), ''], layout)
    const start = Date.parse('2026-03-01T22:00:00Z') / 1000
    expect(description).toMatchObject({
      start,
      duration: 300,
      samples: 300,
      channels: [{ name: 'x', rate: 1 }],
      ...clock,
    })
    expect(description.recognised[0]).toEqual({ code: 'descending' })
    expect([times, faults, said('header-rows')]).toEqual([range(300), [], { rows: 2 }])
  })

  test('has faults without a place, and a sum below it is none of its lines', async () => {
    const lines = [...turnedTable(300, iso), 'Sum,300']
    const damaged = lines.map((line, i) => (i === 50 ? 'soon,5' : line))
    const { description, faults, times } = await read(damaged)
    expect([description.channels[0]?.name, times.length]).toEqual(['x', 299])
    expect(faults.map(({ what, count, line, offset }) => [what, count, line, offset])).toEqual([
      ['wrong-time', 2, null, null],
    ])
  })

  test('is read so if it is large, also in parts', async () => {
    const count = 40_000
    const source = memorySource(new TextEncoder().encode(`${turnedTable(count, (i) => `${iso(i)}Z`).join('\n')}\n`))
    const recording = await openRecording(source, 'x.csv')
    expect(recording.description).toMatchObject({ start: Date.parse('2026-03-01T22:00:00Z') / 1000, duration: count })
    let next = 0
    for await (const item of recording.blocks())
      if (!isFault(item))
        for (const [i, value] of item.values.entries()) {
          expect([item.times?.[i], value]).toEqual([next, next + 0.5])
          next++
        }
    expect(next).toBe(count)
    const part: number[] = []
    for await (const item of recording.blocks({ from: 30_000, to: 30_010 }))
      if (!isFault(item)) part.push(...[...(item.times ?? [])].filter((time) => time >= 30_000 && time <= 30_010))
    expect(part).toEqual(range(11).map((i) => 30_000 + i))
  })

  test('is none if it counts down, or a few lines go back', async () => {
    expect((await read(table(range(60).map((i) => String(60 - i))))).said('descending')).toBeUndefined()
    const back = range(60).map((i) => iso(i % 20))
    expect((await read(table(back))).description.recognised.map(({ code }) => code)).not.toContain('descending')
  })
})

describe('a clock that is set at night', () => {
  const local = (zone: string, from: string, style: 'full' | 'time') => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      ...(style === 'full' && { dateStyle: 'short' }),
      timeStyle: 'medium',
      timeZone: zone,
    })
    return range(1200).map((i) => format.format(Date.parse(from) + i * 10_000))
  }
  const even = range(1200).map((i) => i * 10)

  test('is that of Lord Howe Island, by half an hour', async () => {
    const back = await read(table(local('Australia/Lord_Howe', '2026-04-04T13:30:00Z', 'full')))
    expect([back.times, back.faults]).toMatchObject([even, [{ what: 'clock-changed', count: 1, detail: '-0.5' }]])
    const forth = await read(table(local('Australia/Lord_Howe', '2026-10-03T14:00:00Z', 'full')))
    expect([forth.times, forth.faults]).toMatchObject([even, [{ what: 'clock-changed', count: 1, detail: '0.5' }]])
  })

  test('goes half an hour back on no other night', async () => {
    const lines = local('Australia/Lord_Howe', '2026-04-04T13:30:00Z', 'full')
    const later = lines.map((time) => time.replace('04-05', '04-06').replace('04-04', '04-05'))
    const { faults } = await read(table(later))
    expect(faults.map(({ what }) => what)).toEqual(['time-backwards'])
  })

  test('repeats an hour of times without a date, too', async () => {
    const { times, faults, description } = await read(table(local('Europe/Oslo', '2026-10-24T23:30:00Z', 'time')))
    expect([times, faults]).toMatchObject([even, [{ what: 'clock-changed', count: 1, detail: '-1' }]])
    expect(description.duration).toBe(12_000)
    const midnight = await read(table(local('Europe/Oslo', '2026-10-24T21:50:00Z', 'time')))
    expect([midnight.times, midnight.faults.length]).toEqual([even, 1])
    const day = range(1200).map((i) => `10:${pad(Math.floor(i / 6) % 60)}:${pad((i % 6) * 10)}`)
    expect((await read(table(day))).faults.map(({ what }) => what)).toEqual(['time-backwards'])
  })
})

describe('dates with the day first and with the month first in one file', () => {
  const dates = (order: 'dmy' | 'mdy', from: string, count: number) =>
    range(count).map((i) => {
      const [year, month, day] = new Date(Date.parse(from) + i * 1_800_000).toISOString().slice(0, 10).split('-')
      const time = new Date(Date.parse(from) + i * 1_800_000).toISOString().slice(11, 19)
      return order === 'dmy' ? `${day}/${month}/${year} ${time}` : `${month}/${day}/${year} ${time}`
    })
  const mixed = table([...dates('dmy', '2026-03-08T10:00:00Z', 300), ...dates('mdy', '2026-03-14T16:00:00Z', 50)])

  test('are refused', async () => {
    await expect(read(mixed)).rejects.toMatchObject({ code: 'mixed-dates' })
  })

  test('are read as somebody says, without the others', async () => {
    const { times, faults } = await read(mixed, { dateOrder: 'dmy' })
    expect([times.length, faults[0]?.what]).toEqual([300, 'wrong-time'])
  })
})

test('dates whose first part may be the day or the year are asked about with both dates', async () => {
  const lines = table(range(60).map((i) => `26/03/24 10:00:${pad(i)}`))
  const { description, said } = await read(lines)
  const at = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1000
  expect(description.start).toBe(at('2024-03-26'))
  expect(said('date-order-assumed')).toEqual({ order: 'dmy', other: 'ymd', start: at('2026-03-24') })
  expect((await read(lines, { dateOrder: 'ymd' })).description.start).toBe(at('2026-03-24'))
  const exchanged = await read(table(range(60).map((i) => `03/04/2026 10:00:${pad(i)}`)))
  expect(exchanged.said('date-order-assumed')).toEqual({ order: 'mdy' })
})
