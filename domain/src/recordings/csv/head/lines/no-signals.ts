import { withoutUnit } from '../../bytes/cell-unit.ts'

type Column = { readonly texts: readonly string[]; readonly cellUnit: string | null }

/** Why none of the columns has numbers, as a word that the messages know; nothing if there is no particular reason. */
export function whyNoSignals(columns: readonly Column[]): { detail?: 'hexadecimal' | 'units' } {
  const has = (form: (text: string) => boolean) => columns.some(({ texts }) => texts.length > 0 && texts.every(form))
  if (has((text) => /^0x[0-9a-f]+$/i.test(text))) return { detail: 'hexadecimal' }
  return has((text) => withoutUnit(text) !== null) ? { detail: 'units' } : {}
}

/** The cells without the units that stand beside their numbers. */
export function withoutUnits(data: string[][], columns: readonly Column[]): string[][] {
  const told = columns.filter(({ cellUnit }) => cellUnit !== null)
  if (told.length === 0) return data
  return data.map((row) =>
    row.map((cell, index) => (columns[index]?.cellUnit ? (withoutUnit(cell)?.number ?? cell) : cell)),
  )
}
