import type { ColumnType } from '../../form-types/column-types.ts'
import type { FormCheck } from '../../form-types/fields.ts'
import type { FieldTranslation } from '../../form-types/values/translations.ts'

/** The single description of a column, from which CSV, ODM, Dataset-JSON, the dictionary and the loaders are made. */
export type Column = {
  /** The heading in the CSV file; unique in its table ignoring case. */
  name: string
  /** A valid name in SAS, Stata, R and Python; unique in its table ignoring case, and the same in every export. */
  columnId: string
  type: ColumnType
  label: string
  /** `s` for seconds, the zone's name for a datetime. */
  unit: string | null
  /** For a choice: the present options, then those of earlier versions. */
  options: readonly string[] | null
  required: boolean
  length: number | null
  pattern: string | null
  retired: boolean
  /** Whether the column belongs to the row's key. */
  key: boolean
  /** For a form's field: the first and the last version of the form type that contain it. */
  firstVersion: number | null
  lastVersion: number | null
  /** What people read instead of the options, in their order, if the options are codes. */
  optionLabels: readonly string[] | null
  /** Whether a cell holds several options, separated by |. */
  multiple: boolean
  /** For a form's field: everything else that its form type says of it. */
  asks: Asks | null
}

/** What a form type says of a field besides its type. Conditions are in words, and as they are evaluated. */
export type Asks = {
  /** The field's label, if that is not its name. */
  title: string | null
  section: string | null
  help: string | null
  minimum: number | null
  maximum: number | null
  /** What the ends of a scale say. */
  minimumLabel: string | null
  maximumLabel: string | null
  softMinimum: number | null
  softMaximum: number | null
  decimals: number | null
  showIf: string | null
  shownWhen: string | null
  calculation: string | null
  calculatedAs: string | null
  checks: readonly (FormCheck & { words: string })[]
  translations: readonly FieldTranslation[]
}

/** A value as written to CSV, before guarding and quoting. Null means missing. */
export type Cell = string | null

/** A stored value as a cell: an object as JSON, anything else as text. */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export type Table = {
  /** The path of its file, without ending: the table id, below `forms/` for a form type. */
  name: string
  /** The same in every export: at most 32 of a-z, 0-9 and _, beginning with a letter. */
  tableId: string
  /** The readable name: for a form type its identifier. */
  label: string
  /** The source of the rows, for the manifest. */
  from: string
  /** The study, if the table belongs to one; and the form type, if its rows are forms. */
  studyid: string | null
  formtypeid?: string
  columns: readonly Column[]
  rows(): AsyncIterable<Cell[]>
}

type Described = { name: string; label: string } & Partial<Column>

export function column({ name, label, ...more }: Described): Column {
  return {
    name,
    columnId: name,
    type: 'text',
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
    ...more,
  }
}

/** The values of a row, before they become cells. */
export type Row = readonly unknown[]

/** A table with the name of its file. */
export function recordTable(
  name: string,
  label: string,
  columns: readonly Column[],
  rows: () => AsyncIterable<Row>,
): Table {
  return {
    name,
    tableId: name,
    label,
    from: name,
    studyid: null,
    columns,
    async *rows() {
      for await (const row of rows()) yield row.map(cellOf)
    },
  }
}
