import type { Channel } from '@casebook/domain/recordings/recording.ts'
import { expect, test } from 'vitest'
import { CsvOfBlocks } from './csv-of-blocks.ts'

const channel = (name: string, unit: string | null = null): Channel => ({ name, unit, kind: 'other', rate: 1 })

test('a selection is a row for each time, with empty cells where a channel has no sample', () => {
  const csv = new CsvOfBlocks([0, 1], 1, 4)
  csv.add({ channel: 0, at: 0, step: 1, values: Float64Array.of(0, 1.5, Number.NaN, 3, 4) })
  csv.add({ channel: 1, at: 1, step: null, times: Float64Array.of(1, 2.5), values: Float64Array.of(-1, -2) })
  csv.add({ channel: 2, at: 1, step: 1, values: Float64Array.of(9) })
  const lines = [...csv.parts([channel('x', 'g'), channel('=y, "z"')], 1_792_476_000.5)].join('')
  expect(lines.split('\r\n')).toEqual([
    'time,seconds,x (g),"\'=y, ""z"""',
    '2026-10-20T06:00:01.500000Z,1,1.5,-1',
    '2026-10-20T06:00:02.500000Z,2,,',
    '2026-10-20T06:00:03.000000Z,2.5,,-2',
    '2026-10-20T06:00:03.500000Z,3,3,',
    '',
  ])
})

test('without a start there are only elapsed seconds', () => {
  const csv = new CsvOfBlocks([0], 0, 1)
  csv.add({ channel: 0, at: 0, step: 0.5, values: Float64Array.of(1, 2) })
  expect([...csv.parts([channel('x')], null)].join('')).toBe('seconds,x\r\n0,1\r\n0.5,2\r\n')
})
