import { problem } from '../../shared/problems.ts'
import type { Sheet, XmlElement } from '../exchange.ts'
import { type Inflate, unzip } from './unzip.ts'
import { attribute, childOf, childrenOf, parseXml } from './xml.ts'

/** More than any form has. A cell far out would make an empty table of millions. */
const maxRows = 20_000
const maxColumns = 500
/** The last row that a workbook can have. */
const lastRow = 1_048_576

/** The sheets of a workbook (.xlsx), of texts. Formulas have the value that was last calculated. */
export function readWorkbook(bytes: Uint8Array, inflate: Inflate): Sheet[] {
  const entries = unzip(bytes, inflate)
  const part = (path: string) => {
    const entry = entries.get(path)
    return entry && parseXml(entry())
  }
  const book = part('xl/workbook.xml')
  const relations = part('xl/_rels/workbook.xml.rels')
  if (!book || !relations) throw unreadable('it is no workbook')
  const shared = childrenOf(part('xl/sharedStrings.xml') ?? nothing, 'si').map(textWithin)
  const targets = new Map(relations.children.map((one) => [attribute(one, 'Id'), pathOf(attribute(one, 'Target'))]))
  // Any number of sheets may name one part, which is read once.
  const read = new Map<string, Sheet['rows']>()
  return childrenOf(childOf(book, 'sheets') ?? nothing, 'sheet').map((sheet) => {
    const path = targets.get(attribute(sheet, 'r:id')) ?? ''
    const rows = read.get(path) ?? rowsOf(childOf(part(path), 'sheetData') ?? nothing, shared)
    read.set(path, rows)
    return { name: attribute(sheet, 'name'), rows }
  })
}

const nothing: XmlElement = { name: '', attributes: new Map(), children: [], text: '', line: 0 }

function unreadable(why: string) {
  return problem('exchange.unreadable', { params: { why } })
}

function pathOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function rowsOf(data: XmlElement, shared: readonly string[]): Sheet['rows'] {
  let number = 0
  const rows = childrenOf(data, 'row').map((row) => {
    const said = Number(attribute(row, 'r'))
    number = Number.isInteger(said) && said > 0 && said <= lastRow ? said : number + 1
    return { row: number, cells: cellsOf(row, shared) }
  })
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (filled.length > maxRows) throw unreadable(`a sheet has more than ${maxRows} rows`)
  return filled
}

function cellsOf(row: XmlElement, shared: readonly string[]): string[] {
  const cells: string[] = []
  for (const cell of childrenOf(row, 'c')) {
    const address = /^([A-Z]{1,3})\d+$/.exec(attribute(cell, 'r'))?.[1]
    const at = address ? columnOf(address) : cells.length
    const text = textOfCell(cell, shared)
    if (at >= maxColumns) {
      if (text.trim() === '') continue
      throw unreadable(`a sheet has more than ${maxColumns} columns`)
    }
    while (cells.length < at) cells.push('')
    cells[at] = text
  }
  return cells
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function textOfCell(cell: XmlElement, shared: readonly string[]): string {
  const value = childOf(cell, 'v')?.text ?? ''
  switch (attribute(cell, 't')) {
    case 's':
      return shared[Number(value)] ?? ''
    case 'inlineStr':
      return textWithin(childOf(cell, 'is') ?? nothing)
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'e':
      return ''
    case 'str':
      return unescaped(value)
    default:
      return value === '' || !Number.isFinite(Number(value)) ? value : String(Number(value))
  }
}

/** The text of a string, with all its runs. Phonetic readings are left out. */
function textWithin(string: XmlElement): string {
  const parts = string.children.flatMap((child) => {
    return child.name === 't' ? [child.text] : child.name === 'r' ? childrenOf(child, 't').map(({ text }) => text) : []
  })
  return unescaped(parts.join(''))
}

/** Characters that XML can't contain are written _xHHHH_. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
