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
