import type { Layout } from '../../recording.ts'
import type { Column } from './columns.ts'

/** `sub`: a second column that counts from 0 to `subs` - 1 within each frame. */
export type Counter = { readonly column: number; readonly sub: number | null; readonly subs: number }

const counterName =
  /^(packet ?(counter|number|no)?|counter|samples?( ?(number|num|no|nr|index|counter))?|frames?|index|idx|seq\w*|nr|no|n|#|count)$/i
const subName = /^sub ?frame$/i

/** Rows that must increase by one before an unnamed first column counts as a counter. */
const surely = 10

/** The column that counts samples or packets. It is not a signal; jumps in it are lost samples. */
export function findCounter(columns: readonly Column[], timeColumns: readonly number[], given: Layout): Counter | null {
  if (given.counterColumn === null) return null
  if (given.counterColumn !== undefined) {
    const [column, sub] = typeof given.counterColumn === 'number' ? [given.counterColumn, null] : given.counterColumn
    return counterOf(column, sub === null ? undefined : columns[sub])
  }
  const free = columns.filter(
    ({ index, kind, numbers }) => kind === 'number' && !timeColumns.includes(index) && numbers.every(isCount),
  )
  const sub = free.find(({ name }) => subName.test(wordsOf(name)))
  const frame = free.find(({ name, isIncreasing }) => isIncreasing && counterName.test(wordsOf(name)))
  if (frame && sub) return counterOf(frame.index, sub)
  if (frame && countsByOne(frame)) return counterOf(frame.index)
  const [first] = free.filter((column) => column.index === 0 && column.numbers.length >= surely && countsByOne(column))
  return first ? counterOf(first.index) : null
}

function counterOf(column: number, sub?: Column): Counter {
  if (!sub) return { column, sub: null, subs: 1 }
  return { column, sub: sub.index, subs: sub.numbers.reduce((most, number) => Math.max(most, number), 0) + 1 }
}

function countsByOne({ numbers }: Column): boolean {
  const ones = numbers.filter((number, index) => index > 0 && number - (numbers[index - 1] ?? 0) === 1).length
  return ones > 0 && ones * 10 >= (numbers.length - 1) * 8
}

function isCount(number: number): boolean {
  return Number.isInteger(number) && number >= 0
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
}
