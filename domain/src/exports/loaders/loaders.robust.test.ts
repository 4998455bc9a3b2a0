import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dumpPy, dumpR } from '../../../test/dumps.ts'
import { hasProgram, outputOf } from '../../../test/programs.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { writeBundle } from '../../../test/write-bundle.ts'
import type { ColumnType } from '../../form-types/column-types.ts'
import type { Cell, Column } from '../columns/column.ts'
import { formTableId, misfitsOf } from '../columns/form-table.ts'
import { tablesOf } from '../columns/tables.ts'
import { IsoTimes } from '../files/iso-time.ts'
import type { ExportRows } from '../rows.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { realForm } from '../testing/real-form.ts'
import { stepCounting } from '../testing/sample.ts'
import { someRows } from '../testing/some-rows.ts'

const hasR = hasProgram('Rscript')
const python = ['/usr/bin/python3', 'python3'].find((program) => hasProgram(program, ['-c', 'import pandas']))

/** Every value as both programs print it: its type and, for text, the hexadecimal bytes of its UTF-8. */
async function expectedOf(rows: ExportRows): Promise<string[]> {
  const { records, forms, history, problems } = tablesOf(rows, undefined, undefined, await misfitsOf(rows))
  const lines: string[] = []
  for (const { name, columns, rows: cellsOf } of [...records, history, problems, ...forms]) {
    const all = await Array.fromAsync(cellsOf())
    for (const [place, own] of columns.entries()) {
      const { columnId, type, options } = own
      const shown = levelsOf(own)
      const values = all.map((row) => {
        const cell = row[place] ?? null
        return printed(type, type === 'choice' && cell !== null ? (shown[options?.indexOf(cell) ?? -1] ?? cell) : cell)
      })
      const levels = type === 'choice' ? ` [${shown.map(hex).join(' ')}]` : ''
      lines.push([hex(name), columnId, type + levels, ...values].join(' '))
    }
  }
  return lines.toSorted()
}

/** The labels of a factor: with their codes, if two are the same. */
function levelsOf({ options, optionLabels }: Column): readonly string[] {
  const codes = options ?? []
  if (!optionLabels) return codes
  const isUnique = new Set(optionLabels).size === optionLabels.length
  return isUnique ? optionLabels : codes.map((code, place) => `${optionLabels[place]} [${code}]`)
}

function printed(type: ColumnType, cell: Cell): string {
  if (cell === null) return '-'
  if (type === 'number' || type === 'integer') return bits(Number(cell))
  if (type === 'datetime') return bits(Date.parse(cell) / 1000)
  return type === 'boolean' || type === 'date' ? cell : hex(cell)
}

const hex = (text: string) => Buffer.from(text).toString('hex')

function bits(number: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number)
  return bytes.toString('hex')
}

const linesOf = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
    .toSorted()

const hostile = fc.sample(someRows, { numRuns: 3, seed: 11 })
const bundles: [string, RowLists][] = [
  ['the sample', stepCounting],
  ['a form with codes and conditions', realForm],
  ...hostile.map((lists, place): [string, RowLists] => [`hostile ${place}`, lists]),
]

test.skipIf(!hasR).each(bundles)(
  'load.R reads every value in the C locale: %s (needs R)',
  async (_, lists) => {
    const folder = temporaryFolder()
    const rows = memoryRows(lists)
    await writeBundle(rows, folder)
    const script = join(folder, 'dump.R')
    writeFileSync(script, dumpR)
    const output = outputOf('Rscript', [script], { cwd: folder, env: { ...process.env, LC_ALL: 'C' } })
    expect(linesOf(output)).toEqual(await expectedOf(rows))
  },
  60_000,
)

test.skipIf(!python).each(bundles)(
  'load.py reads every value: %s (needs pandas)',
  async (_, lists) => {
    const folder = temporaryFolder()
    const rows = memoryRows(lists)
    await writeBundle(rows, folder)
    const script = join(folder, 'dump.py')
    writeFileSync(script, dumpPy)
    expect(linesOf(outputOf(python ?? '', [script], { cwd: folder }))).toEqual(await expectedOf(rows))
  },
  60_000,
)

test.skipIf(!python)('load.py shows the offset of each hour around a change of offset (needs pandas)', async () => {
  const folder = temporaryFolder()
  const [activity] = stepCounting.activities
  if (!activity) throw new Error('The sample is incomplete.')
  // In Oslo on 25 October 2026, two o'clock comes twice.
  const first = Date.UTC(2026, 9, 24, 23) / 1000
  const starts = Array.from({ length: 12 }, (_, place) => first + place * 1800)
  const activities = starts.map((startTime) => ({ ...activity, startTime, stopTime: startTime + 60 }))
  await writeBundle(memoryRows({ ...stepCounting, activities }), folder)
  const script = join(folder, 'times.py')
  writeFileSync(
    script,
    'from load import load_export\nfor time in load_export()["activities"]["startTime_iso"]: print(time.isoformat())\n',
  )
  const times = new IsoTimes('Europe/Oslo')
  const printed = outputOf(python ?? '', [script], { cwd: folder })
    .trim()
    .split('\n')
  expect(printed).toEqual(starts.map((start) => times.format(start)))
  expect(printed[4]).toBe('2026-10-25T02:00:00+01:00')
})

test.skipIf(!python || !hasR)('both loaders load only the tables that are named (needs pandas and R)', async () => {
  const folder = temporaryFolder()
  await writeBundle(memoryRows(stepCounting), folder)
  const tableId = formTableId('baseline')
  const wanted = `"subjects", "${tableId}", "Activities"`
  const expected = ['activities', 'dictionary', `forms/${tableId}`, 'subjects']
  writeFileSync(
    join(folder, 'some.py'),
    `from load import load_export\nprint(*sorted(load_export(tables=[${wanted}])))\nload_export(tables=["Baseline Å"])\n`,
  )
  expect(
    outputOf(python ?? '', [join(folder, 'some.py')], { cwd: folder })
      .trim()
      .split(' '),
  ).toEqual(expected)
  writeFileSync(
    join(folder, 'some.R'),
    `source("load.R"); study <- load_export(tables = c(${wanted}))
cat(sort(c(setdiff(names(study), "forms"), paste0("forms/", names(study$forms)))))
stopifnot(inherits(try(load_export(tables = "nosuch"), silent = TRUE), "try-error"))\n`,
  )
  expect(
    outputOf('Rscript', [join(folder, 'some.R')], { cwd: folder })
      .trim()
      .split(' '),
  ).toEqual(expected)
})
