import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zip } from '../../exports/zip/zip.ts'
import { readWorkbook } from './read-workbook.ts'
import { writeWorkbook } from './write-workbook.ts'
import { parseXml } from './xml.ts'

const inflate = (bytes: Uint8Array, most: number) => inflateRawSync(bytes, { maxOutputLength: most })

async function bytesOf(entries: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(entries))
}

function workbookOf(sheet: string, more: Record<string, string> = {}) {
  const parts: Record<string, string> = {
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="survey" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  }
  return bytesOf(
    zip(
      Object.entries(parts).map(([path, xml]) => ({
        path,
        async *write() {
          yield xml
        },
      })),
    ),
  )
}

test('what is written is read', async () => {
  const rows = [
    ['text', '', ' two \n lines <&> _x0041_ \u0001', '007'],
    ['', '1', '', ''],
  ]
  const sheets = [{ name: 'survey', columns: ['a', 'b', 'c', 'd'], rows }]
  const [read] = readWorkbook(await bytesOf(writeWorkbook(sheets)), inflate)
  expect(read?.name).toBe('survey')
  expect(read?.rows.map(({ row }) => row)).toEqual([1, 2, 3])
  expect(read?.rows[1]?.cells).toEqual(rows[0])
  expect(read?.rows[2]?.cells.slice(0, 2)).toEqual(['', '1'])
})

test('shared strings, runs, numbers and gaps are read', async () => {
  const sheet =
    '<worksheet><sheetData><row r="3"><c r="B3" t="s"><v>1</v></c><c r="D3"><v>1.50</v></c><c t="b"><v>1</v></c></row>' +
    '<row/><row><c t="str"><v>x</v></c></row></sheetData></worksheet>'
  const shared = '<sst><si><t>no</t></si><si><r><t>ye</t></r><r><t>s</t></r><rPh><t>!</t></rPh></si></sst>'
  const [read] = readWorkbook(await workbookOf(sheet, { 'xl/sharedStrings.xml': shared }), inflate)
  expect(read?.rows).toEqual([
    { row: 3, cells: ['', 'yes', '', '1.5', 'true'] },
    { row: 5, cells: ['x'] },
  ])
})

test('a file that would burst is refused', async () => {
  const far = '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
  expect(() => readWorkbook(Buffer.from('PK'), inflate)).toThrow(/damaged/)
  const bytes = await workbookOf(far)
  expect(() => readWorkbook(bytes, inflate)).toThrow(/500 columns/)
  const bomb = await workbookOf(`<worksheet>${' '.repeat(25_000_000)}</worksheet>`)
  expect(bomb.length).toBeLessThan(200_000)
  expect(() => readWorkbook(bomb, inflate)).toThrow(/at most 20 MB/)
  // The directory says less than the data become.
  const directory = bomb.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46
  bomb.writeUInt32LE(1000, directory + 24)
  expect(() => readWorkbook(bomb, inflate)).toThrow(/damaged/)
  const entities = await workbookOf('<!DOCTYPE a [<!ENTITY b "bb">]><worksheet>&b;</worksheet>')
  expect(() => readWorkbook(entities, inflate)).toThrow(/document type/)
  expect(() => parseXml(Buffer.from(`<a>${'<b/>'.repeat(1_100_000)}</a>`))).toThrow(/too many elements/)
  expect(() => parseXml(Buffer.from('<a>'.repeat(3000) + '</a>'.repeat(3000)))).toThrow(/damaged/)
  expect(() => parseXml(Buffer.from('<a>\xff</a>', 'latin1'))).toThrow(/UTF-8/)
})

test('rows that no workbook has are counted, and a part that many sheets name is read once', async () => {
  const sheet =
    '<worksheet><sheetData><row r="3000000000"><c><v>a</v></c></row><row r="1.5"><c><v>b</v></c></row></sheetData></worksheet>'
  const named = '<sheet name="survey" r:id="r1"/>'.repeat(3)
  const bytes = await workbookOf(sheet, {
    'xl/workbook.xml': `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${named}</sheets></workbook>`,
  })
  const read = readWorkbook(bytes, inflate)
  expect(read[0]?.rows.map(({ row }) => row)).toEqual([1, 2])
  expect(new Set(read.map(({ rows }) => rows)).size).toBe(1)
})

test('any bytes are refused or read', async () => {
  const good = await workbookOf('<worksheet><sheetData/></worksheet>')
  for (let at = 0; at < good.length; at += 7) {
    const bytes = Buffer.from(good)
    bytes.writeUInt8((bytes.readUInt8(at) + 77) % 256, at)
    try {
      readWorkbook(bytes, inflate)
    } catch (error) {
      expect(error).toMatchObject({ reason: expect.stringContaining('exchange.') })
    }
  }
})
