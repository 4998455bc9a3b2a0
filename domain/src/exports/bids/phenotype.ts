import { chunked } from '../chunks.ts'
import type { Column } from '../columns/column.ts'
import type { FormTable } from '../columns/form-table.ts'
import type { Tables } from '../columns/tables.ts'
import { type BidsFile, participantOf, type StudyLabels } from './data-set.ts'
import { jsonText, tsvLine } from './tsv.ts'

/** The forms: a row for each, with the columns of its table by their column_id. */
export function* phenotypeFiles({ forms }: Tables, labels: ReadonlyMap<string, StudyLabels>): Generator<BidsFile> {
  for (const table of forms) {
    const own = labels.get(table.studyid ?? '')
    if (!own) continue
    const path = `${own.folder}phenotype/${table.tableId}`
    yield { path: `${path}.tsv`, from: table.from, write: () => chunked(linesOf(table, own)) }
    yield { path: `${path}.json`, from: table.from, write: () => chunked([jsonText(describe(table))]) }
  }
}

async function* linesOf(table: FormTable, labels: StudyLabels) {
  const place = (name: string) => table.columns.findIndex((column) => column.name === name)
  const [subjectid, identifier] = [place('subjectid'), place('identifier')]
  yield tsvLine(['participant_id', ...table.columns.map(({ columnId }) => columnId)])
  for await (const row of table.rows()) {
    const subject = { subjectid: row[subjectid] ?? '', identifier: row[identifier] ?? null }
    yield tsvLine([participantOf(labels, subject), ...row])
  }
}

function describe(table: FormTable) {
  return {
    MeasurementToolMetadata: { Description: table.label },
    participant_id: { Description: 'The subject in this data set' },
    ...Object.fromEntries(table.columns.map((column) => [column.columnId, describedColumn(column)])),
  }
}

function describedColumn({ name, label, unit, options, optionLabels }: Column) {
  return {
    LongName: name,
    Description: label,
    ...(unit !== null && { Units: unit }),
    ...(options && { Levels: Object.fromEntries(options.map((option, at) => [option, optionLabels?.[at] ?? option])) }),
  }
}
