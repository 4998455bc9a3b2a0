import { ColumnIds } from '../../form-types/column-id.ts'
import { labelOf, optionsOf } from '../../form-types/field-properties.ts'
import { fieldTypeOf, fieldTypes, type TimeText } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { type Confirmation, maxConfirmationLength } from '../../forms/judgement.ts'
import { whyNotType } from '../../forms/value.rules.ts'
import { sameText } from '../../shared/names/names.ts'
import { IsoTimes } from '../files/iso-time.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import type { ExportHeading } from '../heading.ts'
import type { Repeating } from '../occurrences.ts'
import { UniqueNames } from '../unique-names.ts'
import { asksOf } from './asks.ts'
import { type Cell, type Column, column } from './column.ts'
import { ownOccurrenceColumns, provenanceColumns, subjectIdColumns, versionColumn } from './id-columns.ts'

/** A field of a form type with the columns for its values. */
export type FieldColumns = {
  field: FormTypeField
  options: readonly string[] | null
  column: Column
  /** Beside a Date the stored epoch seconds, beside a Time the seconds since midnight. */
  companion: Column | undefined
  /** Why an unusual value is right, if a value of the field can be unusual. */
  reason: Column | undefined
  /** A stored value in these columns. */
  fit: (value: string) => Fitted
}

/** The columns before the fields in a table of forms. */
export function formIdColumns(
  { zone, deleted }: Pick<ExportHeading, 'zone' | 'deleted'>,
  { occurrences }: Repeating = {},
): Column[] {
  const formtypeid = column({ name: 'formtypeid', label: 'Form type', required: true })
  const label = 'Version of the form type that judged the form'
  const judged = column({ name: 'formtype_version', label, type: 'integer', required: true })
  const which = occurrences ? ownOccurrenceColumns() : []
  const ids = [...subjectIdColumns({ deleted }), formtypeid, ...which]
  return [...ids, versionColumn('form'), judged, ...provenanceColumns(zone)]
}

/**
 * All columns that a table of these forms may have before the fields: no field takes their names, whatever the export
 * contains.
 */
export function reservedColumns(formtype: Repeating = {}): readonly Column[] {
  return formIdColumns({ zone: 'UTC', deleted: true }, formtype)
}

/**
 * The fields of a form type in column order: the present ones, then retired ones in the order in which they first
 * appeared. Column ids depend only on the order of appearance, so that a new field never shifts another's.
 */
export function fieldColumns(formtype: FormTypeRow, zone: string): FieldColumns[] {
  const known = fieldHistories(formtype)
  const reserved = reservedColumns(formtype)
  noteSoftChecks(known, formtype)
  const ids = columnIds(known, reserved)
  const names = new UniqueNames()
  for (const { name } of reserved) names.claim(name)
  const times = new IsoTimes(zone)
  const current = formtype.fields.flatMap(({ name }) => known.get(sameText(name)) ?? [])
  const retired = [...known.values()].filter((field) => !current.includes(field))
  const asks = asksOf(formtype)
  const described = [...current, ...retired].flatMap((ever) => {
    const { field, options, labels } = ever
    const type = fieldTypeOf[field.type].column?.type(field)
    if (!type) return []
    const isRetired = !current.includes(ever)
    const base = { required: field.required && !isRetired, retired: isRetired, ...versionsOf(ever) }
    const own = column({
      ...base,
      name: names.claim(isRetired ? `${field.name} (retired)` : field.name),
      columnId: ids.get(field.name) ?? field.name,
      label: labelOf(field),
      type,
      unit: type === 'datetime' ? zone : (field.unit ?? null),
      options,
      optionLabels: options && labels ? options.map((code) => labels.get(code) ?? code) : null,
      multiple: Boolean(field.multiple),
      // The conditions of a retired field may read what is no more.
      asks: asks(isRetired ? { ...field, showIf: null, calculation: null } : field),
      length: field.length ?? null,
      pattern: fieldTypeOf[field.type].patternUse === 'expression' ? (field.pattern ?? null) : null,
    })
    return [{ field, options, softFrom: ever.softFrom, column: own, base }]
  })
  return described.map(({ base, softFrom, ...own }) => ({
    ...own,
    companion: companionOf(own, base, names, ids),
    reason: softFrom === undefined ? undefined : reasonOf(own, { ...base, firstVersion: softFrom }, names, ids),
    fit: (value) => fit(own.field, own.options, value, times),
  }))
}

function companionOf(
  { field, column: own }: { field: FormTypeField; column: Column },
  base: Partial<Column>,
  names: UniqueNames,
  ids: ReadonlyMap<string, string>,
): Column | undefined {
  const companion = fieldTypeOf[field.type].column?.companion
  if (!companion) return undefined
  const { suffix, label } = companion
  return column({
    ...base,
    name: names.claim(`${own.name}.${suffix}`),
    columnId: ids.get(`${field.name}\n${suffix}`) ?? own.columnId,
    label: `${labelOf(field)}, ${label}`,
    type: 'integer',
    unit: 's',
  })
}

const reasonSuffix = 'reason'

/** The heading of the column that says why an unusual value of a column is right. */
export function reasonHeading({ name }: Pick<Column, 'name'>): string {
  return `${name}.${reasonSuffix}`
}

/** Why a stored value is right, if somebody confirmed it. A reason stands while the field has the value that it is about. */
export function reasonFor(confirmed: unknown, name: string, value: unknown): Cell {
  const all: readonly Partial<Confirmation>[] = Array.isArray(confirmed) ? confirmed : []
  return all.find(({ key = '', ...said }) => sameText(key) === sameText(name) && said.value === value)?.reason ?? null
}

function reasonOf(
  { field, column: own }: { field: FormTypeField; column: Column },
  base: Partial<Column>,
  names: UniqueNames,
  ids: ReadonlyMap<string, string>,
): Column {
  return column({
    ...base,
    required: false,
    name: names.claim(reasonHeading(own)),
    columnId: ids.get(`${field.name}\n${reasonSuffix}`) ?? own.columnId,
    label: `${labelOf(field)}, why an unusual value is right`,
    length: maxConfirmationLength,
  })
}

function hasOptions({ type }: FormTypeField): boolean {
  return fieldTypeOf[type].patternUse === 'options'
}

type FieldHistory = {
  field: FormTypeField
  /** The name from which the column id is made: the variable, if the field had one from its first version on. */
  idName: string
  options: string[] | null
  /** The labels of the options' codes, if any version of the field had options with codes. */
  labels: ReadonlyMap<string, string> | null
  first: number
  last: number
  types: Set<string>
  /** The first version in which a value could be unusual. */
  softFrom: number | undefined
}

/**
 * Every field that the form type ever had, in the order of appearance, in its latest version. As for stored values, names
 * that differ in case are different fields: one can be added after the other was retired.
 */
function fieldHistories({ version, fields, earlier }: FormTypeRow): Map<string, FieldHistory> {
  const known = new Map<string, FieldHistory>()
  for (const at of [...earlier.toSorted((a, b) => a.version - b.version), { version, fields }]) {
    for (const field of at.fields) {
      const before = known.get(sameText(field.name))
      const options = hasOptions(field)
        ? [...new Set([...optionsOf(field).map(({ code }) => code), ...(before?.options ?? [])])]
        : null
      known.set(sameText(field.name), {
        field,
        idName: before?.idName ?? (field.variable || field.name),
        options: options ?? before?.options ?? null,
        labels: labelsOf(field, before?.labels),
        first: before?.first ?? at.version,
        last: at.version,
        types: new Set([...(before?.types ?? []), field.type]),
        softFrom: before?.softFrom ?? (hasSoftRange(field) ? at.version : undefined),
      })
    }
  }
  for (const ever of known.values()) if (!hasOptions(ever.field)) ever.options = null
  return known
}

function hasSoftRange({ softMinimum, softMaximum }: FormTypeField): boolean {
  return (softMinimum ?? softMaximum ?? null) !== null
}

/** Values against a soft check are unusual, too. Checks are known of the present version only. */
function noteSoftChecks(known: ReadonlyMap<string, FieldHistory>, { version, checks = [] }: FormTypeRow): void {
  for (const { soft, field } of checks) {
    const ever = soft ? known.get(sameText(field)) : undefined
    if (ever) ever.softFrom ??= version
  }
}

function labelsOf({ options }: FormTypeField, before: ReadonlyMap<string, string> | null | undefined) {
  if (!options) return before ?? null
  return new Map([...(before ?? []), ...options.map(({ code, label }) => [code, label] as const)])
}

function columnIds(known: ReadonlyMap<string, FieldHistory>, reserved: readonly Column[]): Map<string, string> {
  const ids = new ColumnIds()
  for (const { columnId } of reserved) ids.claim(columnId)
  const claimed = new Map<string, string>()
  const versions = [...known.values()].flatMap(({ first, softFrom = first }) => [first, softFrom])
  for (const version of new Set(versions.toSorted((one, other) => one - other))) {
    const fresh = [...known.values()].filter(({ first }) => first === version)
    for (const { field, idName } of fresh) claimed.set(field.name, ids.claim(idName))
    for (const { field, idName, types: ever } of fresh) {
      for (const type of fieldTypes) {
        const { suffix } = fieldTypeOf[type].column?.companion ?? {}
        if (suffix && ever.has(type)) claimed.set(`${field.name}\n${suffix}`, ids.claim(idName, `_${suffix}`))
      }
    }
    for (const { field, idName, softFrom } of known.values()) {
      if (softFrom === version) claimed.set(`${field.name}\n${reasonSuffix}`, ids.claim(idName, `_${reasonSuffix}`))
    }
  }
  return claimed
}

function versionsOf({ first, last }: FieldHistory): Partial<Column> {
  return { firstVersion: first, lastVersion: last }
}

/** A form value converted to its column. `companion` goes into the second column of a Date or a Time. */
export type Fitted = { cell: Cell; companion: Cell; why?: string }

/**
 * Converts a stored value to the type of its column. If it does not fit, the cells are empty and the result says why.
 * `options` are those of every version of the field. Bounds do not matter: they may be younger than the value.
 */
export function fit(field: FormTypeField, options: readonly string[] | null, value: string, times: TimeText): Fitted {
  const { column } = fieldTypeOf[field.type]
  const why = whyNotType({ ...field, ...ever(field, options) }, value)
  if (why || !column)
    return { cell: null, companion: null, ...(why ? { why: `The value does not fit the type ${field.type}.` } : {}) }
  return { cell: column.cell?.(value, times) ?? value, companion: column.companion?.cell(value) ?? null }
}

function ever(field: FormTypeField, options: readonly string[] | null): Partial<FormTypeField> {
  if (!options) return {}
  const labels = new Map(optionsOf(field).map(({ code, label }) => [code, label]))
  return { options: options.map((code) => ({ code, label: labels.get(code) ?? code })) }
}
