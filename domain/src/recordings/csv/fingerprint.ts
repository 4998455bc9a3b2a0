import type { Plan } from './rows/plan.ts'

/**
 * Equal for files of the same recorder and program. Based on delimiter, number of columns, their names without numbers
 * and serial numbers, and the format of the time.
 */
export function fingerprintOf({ dialect, width, time }: Plan, names: readonly (string | null)[]): string {
  const words = names.map((name) => (name ?? '').toLowerCase().replace(/[0-9a-f]*\d[0-9a-f]*/g, '#'))
  return `csv-${hash(JSON.stringify([dialect.delimiter, dialect.decimal, width, time, words]))}`
}

/** FNV-1a, of 32 bits twice. */
function hash(text: string): string {
  let high = 0x811c9dc5
  let low = 0xcbf29ce4
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x01000193)
    low = Math.imul(low ^ text.charCodeAt(text.length - 1 - i), 0x01000193)
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
