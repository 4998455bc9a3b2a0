import type { Table } from '../columns/column.ts'
import type { Profiles } from '../columns/profile.ts'
import { UniqueNames } from '../unique-names.ts'
import { xmlText } from '../xml-text.ts'
import { zip } from '../zip/zip.ts'
import { sheetXml } from './sheet.ts'

type Part = { path: string; write(): AsyncIterable<string> }

/** Beyond these limits a spreadsheet is useless, or refuses the file. */
const maxRows = 100_000
const maxColumns = 16_384
const maxCellLength = 32_767
const maxCharacters = 200_000_000
const maxSheetName = 31

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Whether the tables fit into one spreadsheet completely. */
export async function fitsWorkbook(tables: readonly Table[], profiles: Profiles): Promise<boolean> {
  let rows = 0
  let characters = 0
  for (const table of tables) {
    const profile = await profiles.of(table)
    rows += profile.records
    characters += profile.characters
    if (table.columns.length > maxColumns || profile.widths.some((width) => width > maxCellLength)) return false
  }
  return rows <= maxRows && characters <= maxCharacters
}

/**
 * The tables as an Excel workbook with a sheet each. Numbers, days, times and booleans have their types. `isSearchable`: its
 * texts stand in it as they are, not compressed.
 */
export function workbook(
  tables: readonly Table[],
  { isSearchable = false }: { isSearchable?: boolean } = {},
): AsyncGenerator<Uint8Array> {
  const names = sheetNames(tables)
  const paths = tables.map((_, place) => `sheet${place + 1}.xml`)
  const sheets: Part[] = tables.map((table, place) => ({
    path: `xl/worksheets/${paths[place]}`,
    write: () => sheetXml(table),
  }))
  const parts = [
    xmlPart('[Content_Types].xml', contentTypes(paths)),
    xmlPart('_rels/.rels', relationships([[`${office}/officeDocument`, 'xl/workbook.xml']])),
    xmlPart('xl/workbook.xml', workbookXml(names)),
    xmlPart(
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...paths.map((path): [string, string] => [`${office}/worksheet`, `worksheets/${path}`]),
        [`${office}/styles`, 'styles.xml'],
      ]),
    ),
    xmlPart('xl/styles.xml', stylesXml),
    ...sheets,
  ]
  return zip(parts, { isDeflated: !isSearchable })
}

function xmlPart(path: string, xml: string): Part {
  return {
    path,
    async *write() {
      yield head + xml
    },
  }
}

/** A sheet name: at most 31 characters, without those reserved for references, unique ignoring case. */
function sheetNames(tables: readonly Table[]): string[] {
  const names = new UniqueNames()
  names.claim('History') // Reserved by Excel.
  return tables.map(({ label }) => {
    const plain = label.replace(/[[\]:*?/\\\p{Cc}\p{Cs}]/gu, '_') || '_'
    // Cut first: an apostrophe may become the last character.
    const own = cut(plain, maxSheetName).replace(/^'|'$/g, '_')
    return names.claim(own, (count) => `${cut(plain, maxSheetName - 5).replace(/^'/, '_')} (${count})`)
  })
}

function cut(text: string, max: number): string {
  let short = ''
  for (const letter of text) {
    if (short.length + letter.length > max) break
    short += letter
  }
  return short
}

function contentTypes(paths: readonly string[]): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${part}.${type}+xml"/>`
  return (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    override('workbook.xml', 'sheet.main') +
    override('styles.xml', 'styles') +
    paths.map((path) => override(`worksheets/${path}`, 'worksheet')).join('') +
    '</Types>'
  )
}

function relationships(targets: readonly [type: string, target: string][]): string {
  const each = targets.map(
    ([type, target], place) => `<Relationship Id="rId${place + 1}" Type="${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${relations}">${each.join('')}</Relationships>`
}

function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, place) => `<sheet name="${xmlText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  )
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`
}

/** The formats of `styles` in sheet.ts, in order. */
const stylesXml =
  `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="[hh]:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
