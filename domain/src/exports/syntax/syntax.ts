import { columnTypes } from '../../form-types/column-types.ts'
import type { Column, Table } from '../columns/column.ts'
import type { Profile } from '../columns/profile.ts'
import { plainText } from './plain-data.ts'

/** A column as a variable of SAS, SPSS or Stata. */
export type Variable = {
  /** Valid in the program, unique ignoring case. */
  name: string
  type: Column['type']
  isText: boolean
  /** What it holds, in one line. */
  label: string
  /** The options of a choice with their labels, if those are not the same. */
  labels: readonly { code: string; label: string }[] | undefined
  /** Bytes that every text of the column fits into; 0 where there is none. */
  bytes: number
}

/** What a program cannot hold of a table. */
export type Shortened = readonly string[]

/** The variables of a table. `isReserved`: words that are no names in the program. */
export function variablesOf(
  { columns }: Table,
  { widths }: Profile,
  isReserved = (_word: string) => false,
): Variable[] {
  const taken = new Set(columns.map(({ columnId }) => columnId.toLowerCase()))
  return columns.map((own, place) => {
    const { columnId, type, label, unit, options, optionLabels, multiple } = own
    let name = columnId
    while (isReserved(name.toLowerCase()) || (name !== columnId && taken.has(name.toLowerCase()))) name += '_'
    if (name !== columnId) taken.add(name.toLowerCase())
    const { isText } = columnTypes[type]
    const shown = type === 'datetime' ? `${label} (UTC)` : unit === null ? label : `${label} (${unit})`
    const isLabelled = type === 'choice' && !multiple && optionLabels
    const labels = isLabelled
      ? options?.map((code, at) => ({ code, label: oneLine(optionLabels[at] ?? code) }))
      : undefined
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    return { name, type, isText, label: oneLine(shown), labels, bytes: isText ? (widths[place] ?? 0) * 3 : 0 }
  })
}

/** A text of at most so many bytes of UTF-8. */
export function cutToBytes(text: string, most: number): string {
  let size = 0
  let end = 0
  for (const letter of text) {
    size += encoder.encode(letter).length
    if (size > most) return text.slice(0, end)
    end += letter.length
  }
  return text
}

const encoder = new TextEncoder()

/** A text for a comment or a label. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\p{Cc}/gu, ' ')
}

/** The names of texts that are longer than `most` bytes, and so may be cut. */
export function cutBeyond(variables: readonly Variable[], most: number): Shortened {
  return variables.filter(({ bytes }) => bytes > most).map(({ name }) => name)
}
