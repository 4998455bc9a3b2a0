import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Fault, isFault } from '../../recording.ts'
import { memorySource } from '../../source.ts'
import { withLimits } from '../../testing/survives.ts'
import type { TextFile } from '../bytes/text-chunks.ts'
import type { Checkpoint, Plan } from './plan.ts'
import { readRows } from './read-rows.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const text = (content: string) => new TextEncoder().encode(content)

/** A number of seconds in the first column and a channel in the second. */
const plan = {
  dialect: { delimiter: ',', decimal: '.' },
  encoding: 'utf-8',
  headerRows: 0,
  header: [],
  cellUnits: [],
  width: 2,
  usual: 2,
  time: { form: 'number', column: 0, unit: 's', isEpoch: false, isUnitSaid: true },
  dateOrder: 'dmy',
  origin: { value: 0, fraction: 0 },
  scale: 1,
  step: null,
  gap: 1.5,
  isSingle: false,
  spread: null,
  counter: null,
  channels: [{ column: 1, sparseGap: null }],
  texts: [],
  states: [],
  stateNames: [],
  isLocal: false,
  empties: [],
} as unknown as Plan

/** Small, so that small files have several chunks and long lines. */
const chunkBytes = 1000
const lineBytes = 400

/** Reads a file to its end: times and values, faults, the block that each sample is in, and where reading can start. */
async function read(
  bytes: Uint8Array<ArrayBuffer>,
  more: object = {},
  file: Partial<TextFile> = {},
  own: object = {},
  small: object = { chunkBytes, lineBytes },
) {
  const rows: [at: number, value: number][] = []
  const blocks: [first: number, last: number][] = []
  const faults: Fault[] = []
  const checkpoints: Checkpoint[] = []
  const options = { onCheckpoint: (checkpoint: Checkpoint) => checkpoints.push(checkpoint), ...more }
  const whole = { gzip: false, encoded: null, ...file }
  await withLimits(small, async () => {
    for await (const item of readRows(memorySource(bytes), whole, { ...plan, ...own }, options)) {
      if (isFault(item)) {
        faults.push(item)
        continue
      }
      const times = [...(item.times ?? [])]
      blocks.push([times[0] ?? Number.NaN, times.at(-1) ?? Number.NaN])
      for (const [row, at] of times.entries()) rows.push([at, item.values[row] ?? Number.NaN])
    }
  })
  return { rows, blocks, faults, checkpoints }
}

/** Lines that are read in several chunks; their values can't be mistaken for those of other lines. */
const count = 120
const lineLength = 90
const valueAt = (at: number) => at * 3 + 0.25
const lines = range(count).map((at) => `${at},${valueAt(at)}`.padEnd(lineLength))
const large = text(`${lines.join('\n')}\n`)
const all = range(count).map((at) => [at, valueAt(at)])

describe('lines', () => {
  test('are read whole, wherever chunks end', async () => {
    expect(large.length).toBeGreaterThan(3 * chunkBytes)
    const { rows, faults } = await read(large)
    expect(rows).toEqual(all)
    expect(faults).toEqual([])
    const short = `0,1\n\n1,2\n2,x\n${'7'.repeat(30)}\n3,4\n\n`
    for (const chunkBytes of range(12).slice(1)) {
      const found = await read(text(short), {}, {}, {}, { lineBytes: 8, chunkBytes })
      expect(found.rows.filter(([, value]) => !Number.isNaN(value))).toEqual([
        [0, 1],
        [1, 2],
        [3, 4],
      ])
      expect(found.faults.map(({ what, line, offset }) => [what, line, offset])).toEqual([
        ['not-a-number', 4, 9],
        ['limit', 5, 13],
      ])
    }
  })

  test('may end in a carriage return alone', async () => {
    expect((await read(text('0,1\r1,2\r2,3'), {}, { lineEnd: '\r' })).rows).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
  })

  test('need no end after the last one', async () => {
    const last = [
      [0, 1],
      [1, 2],
    ]
    expect((await read(text('0,1\n1,2'))).rows).toEqual(last)
    expect((await read(text('0,1\n1,2\n'))).rows).toEqual(last)
    const cut = await read(text('0,1\n1'))
    expect(cut.faults).toEqual([{ what: 'cut-off', count: 1, line: 2, offset: 4, at: 0, detail: '1' }])
  })

  test('are told by their number and their position in the file, after its mark and in every chunk', async () => {
    const marked = text('\ufeff0,1\n1,x\n2,3\n')
    const encoded = { encoding: 'utf-8', mark: 3 } as const
    expect((await read(marked, {}, { encoded })).faults).toMatchObject([{ what: 'not-a-number', line: 2, offset: 7 }])
    const wrong = lines.with(100, '100,x').join('\n')
    expect((await read(text(wrong))).faults).toMatchObject([
      { what: 'not-a-number', line: 101, offset: wrong.indexOf('100,x'), at: 100, detail: 'x' },
    ])
  })
})

describe('a line that is too long', () => {
  const long = '7'.repeat(3 * chunkBytes)

  test('is skipped and told once, and the lines around it are read', async () => {
    const content = `0,1\n${long}\n1,2\n2,x\n3,4\n`
    const { rows, faults } = await read(text(content))
    expect(rows).toEqual([
      [0, 1],
      [1, 2],
      [2, Number.NaN],
      [3, 4],
    ])
    expect(faults).toEqual([
      { what: 'limit', count: 1, line: 2, offset: 4, at: 0, detail: '7'.repeat(80) },
      { what: 'not-a-number', count: 1, line: 4, offset: content.indexOf('2,x'), at: 2, detail: 'x' },
    ])
  })

  test('may be the last one', async () => {
    const { rows, faults } = await read(text(`0,1\n${long}`))
    expect(rows).toEqual([[0, 1]])
    expect(faults).toMatchObject([{ what: 'limit', count: 1, line: 2, offset: 4 }])
  })

  test('has more than the bytes of a line before its end is reached', async () => {
    // What remains of a chunk is the beginning of a line of just so many bytes.
    const upTo = (rest: number) => {
      const before = chunkBytes - rest
      const head = `0,1\n1,2${' '.repeat(before - 8)}\n`
      return text(`${head}2,${'0'.repeat(rest)}5\n3,4\n`)
    }
    const short = await read(upTo(lineBytes))
    expect([short.rows.length, short.faults]).toEqual([4, []])
    expect((await read(upTo(lineBytes + 1))).faults).toMatchObject([
      { what: 'limit', line: 3, offset: chunkBytes - lineBytes - 1 },
    ])
  })

  test('is no place to start from', async () => {
    const { checkpoints } = await read(text(`0,1\n${long}\n1,2\n`))
    expect(checkpoints.map(({ line }) => line)).toEqual([3])
  })
})

describe('a part', () => {
  test('has the blocks that overlap it, of a file that is read no further', async () => {
    const whole = await read(large)
    const [first, second, third] = whole.blocks
    expect(whole.blocks.length).toBeGreaterThan(3)
    const to = second?.[1] ?? 0
    expect((await read(large, { from: second?.[0], to: to - 1 })).blocks).toEqual([second])
    // A sample at the end of the part may be followed by others at the same time.
    expect((await read(large, { from: first?.[1], to })).blocks).toEqual([first, second, third])
  })

  test('has all faults of what is read', async () => {
    const wrong = text(lines.with(5, '5,x').join('\n'))
    expect((await read(wrong, { from: count - 1 })).faults).toMatchObject([{ what: 'not-a-number', line: 6 }])
  })

  test('begins at any place to start from, as if all had been read', async () => {
    const { checkpoints } = await read(large)
    expect(checkpoints.length).toBeGreaterThan(3)
    for (const checkpoint of checkpoints) {
      const rest = await read(large, { checkpoint })
      expect(rest.rows).toEqual(all.slice(checkpoint.row))
      for (const { offset, line, row } of [checkpoint, ...rest.checkpoints]) {
        expect(new TextDecoder().decode(large.subarray(offset, offset + lineLength))).toBe(lines[row] ?? '')
        expect(line).toBe(row)
      }
    }
  })

  test('that begins in the middle has its faults at their places in the file', async () => {
    const wrong = lines.with(100, '100,x').join('\n')
    const { checkpoints, faults } = await read(text(wrong))
    expect((await read(text(wrong), { checkpoint: checkpoints[1] })).faults).toEqual(faults)
  })
})

describe('the parser', () => {
  const states = { width: 3, usual: 3, texts: [2], states: [2], stateNames: ['Stage'] }

  test('is handed over at the end, with the states that last until then', async () => {
    const found: unknown[] = []
    await read(text('0,1,wake\n1,2,wake\n'), { onEnd: (parser: object) => found.push(parser) }, {}, states)
    expect(found).toMatchObject([
      { rows: 2, at: 1, annotations: [{ at: 0, duration: 1, text: 'wake', source: 'Stage' }] },
    ])
  })

  test('is not, of a file that was not read to its end', async () => {
    const found: unknown[] = []
    await read(large, { to: 5, onEnd: (parser: object) => found.push(parser) })
    expect(found).toEqual([])
  })

  test('tells of the last states what it could not keep', () =>
    withLimits({ annotations: 1 }, async () => {
      const { faults } = await read(text('0,1,wake\n1,2,N1\n'), {}, {}, states)
      expect(faults).toMatchObject([{ what: 'limit', count: 1, detail: 'N1' }])
    }))
})

describe('a text in gzip', () => {
  const packed = new Uint8Array(gzipSync('0,1\n1,2\n'))

  test('whose end is missing is read to there, and told in its last line', async () => {
    const rows = [
      [0, 1],
      [1, 2],
    ]
    expect(await read(packed, {}, { gzip: true })).toMatchObject({ rows, faults: [] })
    // Without the checksum and the length.
    expect(await read(packed.slice(0, -8), {}, { gzip: true })).toMatchObject({
      rows,
      faults: [{ what: 'cut-off', count: 1, line: 2, offset: 4, at: 1, detail: 'gzip' }],
    })
  })

  test('that inflates beyond the limit is read up to it', async () => {
    await withLimits({ inflatedBytes: 8 }, async () => {
      expect((await read(packed, {}, { gzip: true })).faults).toEqual([])
    })
    await withLimits({ inflatedBytes: 7 }, async () => {
      expect((await read(packed, {}, { gzip: true })).faults).toMatchObject([{ what: 'limit', count: 1, detail: '7' }])
    })
  })
})
