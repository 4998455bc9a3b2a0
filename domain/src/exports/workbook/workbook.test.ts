import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { hasProgram } from '../../../test/programs.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { column, type Table } from '../columns/column.ts'
import { Profiles } from '../columns/profile.ts'
import { fitsWorkbook, workbook } from './workbook.ts'

const columns = [
  column({ name: 'Text', label: 'Text' }),
  column({ name: 'Number', label: 'Number', type: 'number' }),
  column({ name: 'Day', label: 'Day', type: 'date' }),
  column({ name: 'Time', label: 'Time', type: 'time' }),
  column({ name: 'Yes', label: 'Yes', type: 'boolean' }),
]

const table = (label: string, rows: (string | null)[][]): Table => ({
  name: label,
  tableId: label,
  label,
  from: label,
  studyid: null,
  columns,
  async *rows() {
    yield* rows
  },
})

const rows = [
  ['=1+1 <&> \u0001\r\n _x0001_ \u{1F600}', '.5', '2026-03-01', '24:30:00', 'true'],
  [null, '1234567890.1234567890', '0999-01-01', '00:00:01', 'false'],
]

/** The entries of a ZIP file, by its directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const entries = new Map<string, string>()
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const length = bytes.readUInt16LE(at + 28)
    const start = bytes.readUInt32LE(at + 42) + 30 + length
    const data = inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 20)))
    expect(data.length).toBe(bytes.readUInt32LE(at + 24))
    entries.set(bytes.toString('utf8', at + 46, at + 46 + length), data.toString())
    at += 46 + length
  }
  expect(at).toBe(end)
  return entries
}

async function bytesOf(tables: Table[]): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(workbook(tables)))
}

test('values keep their types, and text is never a formula', async () => {
  const sheet = unzip(await bytesOf([table('Forms', rows)])).get('xl/worksheets/sheet1.xml')
  expect(sheet?.split('\n').slice(2, 4)).toEqual([
    '<row><c t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;&amp;&gt; _x0001__x000D_',
    ' _x005F_x0001_ \u{1F600}</t></is></c><c><v>0.5</v></c><c s="2"><v>46082</v></c><c s="3"><v>1.0208333333333333</v></c><c t="b"><v>1</v></c></row>',
  ])
  expect(sheet).toContain(
    '<row><c/><c t="inlineStr"><is><t xml:space="preserve">1234567890.1234567890</t></is></c>' +
      '<c t="inlineStr"><is><t xml:space="preserve">0999-01-01</t></is></c><c s="3"><v>0.000011574074074074073</v></c><c t="b"><v>0</v></c></row>',
  )
})

test('every part is valid XML, and the same tables produce the same bytes', async () => {
  const tables = [
    table('Måling Å: a/b [c] & <d> that is longer than a name may be', rows),
    table('History', []),
    table('history', rows),
  ]
  const bytes = await bytesOf(tables)
  const parts = unzip(bytes)
  for (const xml of parts.values()) XmlDocument.fromString(xml).dispose()
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual(['Måling Å_ a_b _c_ &amp; &lt;d&gt; that is', 'History (2)', 'history (3)'])
  expect((await bytesOf(tables)).equals(bytes)).toBe(true)
})

test('no sheet name begins or ends with an apostrophe, which Excel refuses, also where it is cut', async () => {
  const label = `'${'x'.repeat(29)}'s answers`
  const xml = unzip(await bytesOf([table(label, rows), table(label, rows)])).get('xl/workbook.xml') ?? ''
  const names = [...xml.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual([`_${'x'.repeat(29)}_`, `_${'x'.repeat(25)} (2)`])
})

test.skipIf(!hasProgram('python3'))('another reader of ZIP files finds it whole (needs Python)', async () => {
  const path = join(temporaryFolder(), 'study.xlsx')
  writeFileSync(path, await bytesOf([table('Forms', rows)]))
  const read = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))'
  expect(execFileSync('python3', ['-c', read, path], { encoding: 'utf8' })).toBe('None 6\n')
})

test('tables too large for a spreadsheet do not become one', async () => {
  const fits = (tables: Table[]) => fitsWorkbook(tables, new Profiles())
  expect(await fits([table('Forms', rows)])).toBe(true)
  expect(await fits([table('Forms', [['x'.repeat(32_768), null, null, null, null]])])).toBe(false)
  const row = ['x', null, null, null, null]
  expect(await fits([table('A', Array(50_000).fill(row)), table('B', Array(50_000).fill(row))])).toBe(true)
  expect(await fits([table('A', Array(50_000).fill(row)), table('B', Array(50_001).fill(row))])).toBe(false)
})
