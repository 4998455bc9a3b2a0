import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasPspp, readByPspp, spssEpoch } from '../../../test/pspp.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { Cell, Column, Table } from '../columns/column.ts'
import { Profiles } from '../columns/profile.ts'
import { tablesOf } from '../columns/tables.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { realForm } from '../testing/real-form.ts'
import { stepCounting } from '../testing/sample.ts'
import { plainData, plainNumber, plainText } from './plain-data.ts'
import { sasProgram } from './sas.ts'
import { spssSyntax } from './spss.ts'
import { stataDoFile } from './stata.ts'

async function write(lists: RowLists, folder: string): Promise<Table[]> {
  const { records, forms } = tablesOf(memoryRows(lists))
  const profiles = new Profiles()
  for (const table of [...records, ...forms]) {
    const { tableId } = table
    writeFileSync(join(folder, `${tableId}.dat`), (await Array.fromAsync(plainData(table))).join(''))
    writeFileSync(join(folder, `${tableId}.sps`), spssSyntax(table, await profiles.of(table)))
  }
  return [...records, ...forms]
}

function expected({ type }: Column, cell: Cell): string | number {
  if (cell === null) return ''
  if (type === 'text' || type === 'choice') return plainText(cell).replace(/ +$/, '')
  if (type === 'boolean') return cell === 'true' ? 1 : 0
  if (type === 'date') return Date.parse(`${cell}T00:00:00Z`) / 1000 + spssEpoch
  if (type === 'datetime') return Date.parse(cell) / 1000 + spssEpoch
  if (type === 'time') return cell.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return type === 'number' ? plainNumber(cell) : Number(cell)
}

const bundles: [string, RowLists][] = [
  ['the sample', stepCounting],
  ['a form with codes and conditions', realForm],
]

test.skipIf(!hasPspp).each(bundles)('PSPP reads every value: %s (needs pspp)', async (_, lists) => {
  const folder = temporaryFolder()
  for (const table of await write(lists, folder)) {
    const [names, ...rows] = readByPspp(folder, table).rows
    expect(names).toHaveLength(table.columns.length)
    const cells = await Array.fromAsync(table.rows())
    expect(rows).toHaveLength(cells.length)
    for (const [place, row] of cells.entries()) {
      for (const [column, own] of table.columns.entries()) {
        const wanted = expected(own, row[column] ?? null)
        const read = rows[place]?.[column] ?? ''
        const found = typeof wanted === 'number' ? Number(read) : read.replace(/ +$/, '')
        expect([table.tableId, own.name, found]).toEqual([table.tableId, own.name, wanted])
      }
    }
  }
})

const sampleForm = async () => {
  const [table] = tablesOf(memoryRows(stepCounting)).forms
  if (!table) throw new Error('There is no table of forms.')
  return { table, profile: await new Profiles().of(table) }
}

describe('the data file', () => {
  test('has one line for each row, whatever a text contains, and no formula guard', async () => {
    const { table } = await sampleForm()
    const lines = (await Array.fromAsync(plainData(table))).join('').split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe(table.columns.map(({ columnId }) => columnId).join(','))
    expect(lines[1]).toContain(`"'=1+1${'\u2424'}""NA"", 007 \u{1F600}"`)
    // 1 March 2026, the seconds of 24:30, 1e1, Both, true.
    expect(lines[1]).toContain(',20513,1772366400,88200,88200,10,"Both",1,')
  })

  test('has days and instants as numbers since 1970', async () => {
    const { table } = await sampleForm()
    const [, , second] = (await Array.fromAsync(plainData(table))).join('').split('\n')
    expect(second).toContain(
      `,${Date.parse('2026-02-28T23:30:00Z') / 1000},"Nora Nurse",${Date.parse('2026-03-01T08:00:00.250Z') / 1000},"=Åse",`,
    )
  })
})

describe('the programs', () => {
  const column = (columnId: string, label: string, type: Column['type'] = 'text'): Column => ({
    name: columnId,
    columnId,
    type,
    label,
    unit: null,
    options: null,
    required: false,
    length: null,
    pattern: null,
    retired: false,
    key: false,
    firstVersion: null,
    lastVersion: null,
    optionLabels: null,
    multiple: false,
    asks: null,
  })
  const hostile: Table = {
    name: 'forms/form_x',
    tableId: 'form_x',
    label: 'A "form" */ of `x\' and $y\n!',
    from: 'x',
    studyid: null,
    columns: [
      column('to', 'Å\'s "label" & %macro\nnext'),
      column('to_', 'x'.repeat(300)),
      column('comment', 'c', 'boolean'),
    ],
    async *rows() {
      yield ['a', 'b'.repeat(20_000), 'true']
    },
  }

  test('name, label and format every column, and read the file of the table', async () => {
    const { table, profile } = await sampleForm()
    const [spss, sas, stata] = [spssSyntax, sasProgram, stataDoFile].map((program) => program(table, profile))
    for (const text of [spss, sas, stata]) {
      expect(text).toContain(`${table.tableId}.dat`)
      for (const { columnId, label } of table.columns) {
        expect(text).toContain(columnId)
        expect(text?.replaceAll("''", "'")).toContain(label)
      }
    }
    expect(spss).toMatch(/FORMATS Arrived_at \(TIME8\)\.[\s\S]*VALUE LABELS Walks 0 'No' 1 'Yes'\./)
    expect(sas).toMatch(/if not missing\(Date\) then Date = Date \+ 3653;[\s\S]*format Date yymmdd10\.;/)
    expect(stata).toMatch(/replace created_at = created_at \* 1000 \+ 315619200000[\s\S]*format created_at %tc/)
  })

  test('rename a word that SPSS reserves, and say which texts are cut', async () => {
    const profile = await new Profiles().of(hostile)
    const spss = spssSyntax(hostile, profile)
    expect(spss).toContain('/VARIABLES= to__\n')
    expect(spss).toContain('Texts of more than 32767 bytes are cut here: to_.')
    expect(sasProgram(hostile, profile)).toContain('Texts of more than 32767 bytes are cut here: to_ ')
  })

  test('contain no text that ends a quote or a comment, or expands a macro', async () => {
    const profile = await new Profiles().of(hostile)
    const sas = sasProgram(hostile, profile)
    expect(sas).toContain(`label to = 'Å''s "label" & %macro\u2424next';`)
    for (const line of sas.split('\n').filter((own) => own.startsWith('/*')))
      expect(line.match(/\*\//g)).toHaveLength(1)
    const stata = stataDoFile(hostile, profile)
    expect(stata).toContain("label data \"A 'form' */ of \\`x' and \\$y\u2424!\"")
    expect(stata).toContain(`label variable to_ "${'x'.repeat(80)}"`)
    expect(spssSyntax(hostile, profile)).toContain("VARIABLE LABELS to__ 'Å''s \"label\" & %macro\u2424next'.")
  })

  test.skipIf(!hasPspp)('are read by PSPP where names and labels are difficult (needs pspp)', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'form_x.dat'), (await Array.fromAsync(plainData(hostile))).join(''))
    writeFileSync(join(folder, 'form_x.sps'), spssSyntax(hostile, await new Profiles().of(hostile)))
    expect(readByPspp(folder, { ...hostile, columns: [] }).rows).toEqual([
      ['to__', 'to_', 'comment'],
      ['a', 'b'.repeat(20_000), '1'],
    ])
  })

  test('label the codes of a choice', async () => {
    const [table] = tablesOf(memoryRows(realForm)).forms
    if (!table) throw new Error('There is no table of forms.')
    const profile = await new Profiles().of(table)
    const [spss, sas, stata] = [spssSyntax, sasProgram, stataDoFile].map((program) => program(table, profile))
    expect(spss).toContain("VALUE LABELS sex\n    '1' 'Female'\n    '2' 'Male''s \"own\" <&>'\n    '9' '=Other'\n  .")
    const place = table.columns.findIndex(({ columnId }) => columnId === 'sex') + 1
    const format = `$${table.tableId.slice(0, 25)}_${place}_`
    expect(sas).toContain(`proc format; value ${format}\n  '1' = 'Female'\n`)
    expect(sas).toContain(`format sex ${format}.;`)
    expect(stata).toContain('replace sex = 9 if codes_ == "9"\nlabel define sex_ 1 "Female", add')
    expect(stata).toContain('replace twice = 2 if codes_ == "b b"')
    expect(stata).not.toContain('label values signs')
  })
})
