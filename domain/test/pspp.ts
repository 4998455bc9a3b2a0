import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Table } from '../src/exports/columns/column.ts'
import { readCsv } from '../src/exports/csv/read-csv.ts'
import { columnTypes } from '../src/form-types/column-types.ts'
import { hasProgram, outputOf } from './programs.ts'

export const hasPspp = hasProgram('pspp')

/** Seconds from the first day of SPSS to 1970. */
export const spssEpoch = 12_219_379_200

export type ReadByPspp = {
  /** The names, then the values of each row: numbers with all their digits. */
  rows: string[][]
  /** The names, then each row with the labels of its values, where they have some. */
  labelled: string[][]
  /** For each variable its name and its label. */
  labels: Map<string, string>
}

/** What PSPP reads of a table: its program is in `folder`, beside the data that it reads. */
export function readByPspp(folder: string, { tableId, columns }: Pick<Table, 'tableId' | 'columns'>): ReadByPspp {
  const syntax = join(folder, `${tableId}-read.sps`)
  const plain = columns.filter(({ type }) => !columnTypes[type].isText)
  const saved = (name: string, cells: string) =>
    `SAVE TRANSLATE /OUTFILE='${join(folder, name)}' /TYPE=CSV /FIELDNAMES /CELLS=${cells} /TEXTOPTIONS FORMAT=PLAIN QUALIFIER='"'.`
  const program = [
    readFileSync(join(folder, `${tableId}.sps`), 'utf8'),
    ...plain.map(({ columnId }) => `FORMATS ${columnId} (F40).`),
    saved(`${tableId}.csv`, 'VALUES'),
    saved(`${tableId}-labelled.csv`, 'LABELS'),
    'DISPLAY DICTIONARY.',
    '',
  ]
  writeFileSync(syntax, program.join('\n'))
  const said = outputOf('pspp', ['-O', 'format=csv', syntax], { cwd: folder })
  const complaint = /^.*(?:error|warning):.*$/m.exec(said)
  if (complaint) throw new Error(`PSPP says of ${tableId}: ${complaint[0]}`)
  return {
    rows: cellsOf(readFileSync(join(folder, `${tableId}.csv`), 'utf8')),
    labelled: cellsOf(readFileSync(join(folder, `${tableId}-labelled.csv`), 'utf8')),
    labels: labelsOf(said),
  }
}

function cellsOf(text: string): string[][] {
  return [...readCsv(text)].map(({ cells }) => cells.map((cell) => cell ?? ''))
}

/** In the dictionary, each line has name, position, label and six more. */
function labelsOf(said: string): Map<string, string> {
  const lines = cellsOf(said)
  const first = lines.findIndex(([name, position]) => name === 'Name' && position === 'Position') + 1
  const end = lines.findIndex((cells, at) => at >= first && cells.length < 9)
  const variables = lines.slice(first, end === -1 ? undefined : end)
  return new Map(variables.map(([name = '', , label = '']) => [name, label]))
}
