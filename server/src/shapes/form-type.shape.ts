import { type RawBuilder, sql } from 'kysely'
import { lastChangeOf } from './last-change.ts'
import type { Selection } from './shape/selection.ts'
import {
  column,
  jsonList,
  jsonObject,
  numberColumn,
  plainColumn,
  type Shape,
  shape,
  storedListOf,
} from './shape/shape.ts'

const member = (name: string) => () => sql`(item -> ${sql.lit(name)})::text`
/** A property that is stored only where it is used. */
const orElse = (name: string, otherwise: string) => () =>
  sql`coalesce((item -> ${sql.lit(name)})::text, ${sql.lit(otherwise)})`

const optionShape = shape('FieldOption', {
  code: () => sql`(option -> 'code')::text`,
  label: () => sql`(option -> 'label')::text`,
})

/** The options of a Choice. One that has only a pattern has options whose code and label are equal. */
function options(_: string, below: Selection): RawBuilder<unknown> {
  const listed = sql`jsonb_array_elements(coalesce(item -> 'options', (
      select jsonb_agg(jsonb_build_object('code', code, 'label', code) order by place)
      from string_to_table(item ->> 'pattern', '|') with ordinality as code (code, place)), '[]')) with ordinality as chosen (option, rank)`
  return sql`case when item ->> 'type' = 'Choice' then ${jsonList(optionShape, 'option', below, { from: listed, orderBy: sql`rank` })} end`
}

const said = (name: string) => () => sql`(said -> ${sql.lit(name)})::text`

const fieldTranslationShape = shape('FieldTranslation', {
  language: said('language'),
  label: said('label'),
  help: said('help'),
  section: said('section'),
  placeholder: said('placeholder'),
  minimumLabel: said('minimumLabel'),
  maximumLabel: said('maximumLabel'),
  options: (_, below) => {
    const from = sql`jsonb_array_elements(said -> 'options') with ordinality as chosen (option, rank)`
    return sql`case when said ? 'options' then ${jsonList(optionShape, 'option', below, { from, orderBy: sql`rank` })} end`
  },
})

const checkTranslationShape = shape('CheckTranslation', { language: said('language'), message: said('message') })

/** What `item` says in other languages. */
const translations = (ofItem: Shape) => (_: string, below: Selection) => {
  const from = sql`jsonb_array_elements(item -> 'translations') with ordinality as translated (said, turn)`
  return sql`case when item ? 'translations' then ${jsonList(ofItem, 'said', below, { from, orderBy: sql`turn` })} else '[]' end`
}

/** Reads `item`, a field with its properties, and `place` and `named.variables` for the variable. */
const fieldShape = shape('FormTypeField', {
  name: member('name'),
  type: member('type'),
  length: member('length'),
  pattern: member('pattern'),
  required: member('required'),
  variable: () => sql`(named.variables -> (place - 1)::int)::text`,
  label: member('label'),
  help: member('help'),
  section: member('section'),
  unit: member('unit'),
  placeholder: member('placeholder'),
  multiline: orElse('multiline', 'false'),
  identifying: orElse('identifying', 'false'),
  minimum: member('minimum'),
  maximum: member('maximum'),
  minimumLabel: member('minimumLabel'),
  maximumLabel: member('maximumLabel'),
  softMinimum: member('softMinimum'),
  softMaximum: member('softMaximum'),
  decimals: member('decimals'),
  options,
  multiple: orElse('multiple', 'false'),
  display: orElse('display', '"LIST"'),
  showIf: member('showIf'),
  calculation: member('calculation'),
  translations: translations(fieldTranslationShape),
})

/** The fields as they were before they had properties, in the order in which PostgreSQL stores their keys. */
const plainFields = ['name', 'type', 'length', 'pattern', 'required'] as const
const plainList = storedListOf('FormTypeField', plainFields)

type Columns = { fields: RawBuilder<unknown>; properties: RawBuilder<unknown> }

/** The fields of a form type. Their properties and variables are read only if they are requested. */
export function fieldsOf({ fields, properties }: Columns, below: Selection): RawBuilder<unknown> {
  const asked = [...below.values()].map(({ field }) => field)
  const isPlain = asked.every((name) => name === '__typename' || plainFields.some((plain) => plain === name))
  if (isPlain) return plainList(below, fields)
  const named = asked.includes('variable')
    ? sql`cross join (select variables_of_fields(${fields}, ${properties}) as variables offset 0) named`
    : sql``
  const from = sql`jsonb_array_elements(merged_fields(${fields}, ${properties})) with ordinality as listed (item, place) ${named}`
  return jsonList(fieldShape, 'item', below, { from, orderBy: sql`place` })
}

const checkShape = shape('FormCheck', {
  soft: member('soft'),
  field: member('field'),
  message: member('message'),
  expression: member('expression'),
  translations: translations(checkTranslationShape),
})

/** The checks of a form type. */
export function checksOf(checks: RawBuilder<unknown>, below: Selection): RawBuilder<unknown> {
  const from = sql`jsonb_array_elements(${checks}) with ordinality as listed (item, place)`
  return jsonList(checkShape, 'item', below, { from, orderBy: sql`place` })
}

const draftShape = shape('FormTypeDraft', {
  identifier: (row) => sql`(${sql.ref(`${row}.draft`)} -> 'identifier')::text`,
  fields: (row, below) => {
    const draft = sql.ref(`${row}.draft`)
    return fieldsOf(
      { fields: sql`(${draft} -> 'fields')`, properties: sql`nullif(${draft} -> 'properties', 'null')` },
      below,
    )
  },
  checks: (row, below) => checksOf(sql`(${sql.ref(`${row}.draft`)} -> 'checks')`, below),
  repeats: (row) =>
    sql`coalesce(${sql.ref(`${row}.draft`)} -> 'repeats', to_jsonb(${sql.ref(`${row}.repeats`)}))::text`,
})

export const formTypeShape = shape('FormType', {
  studyid: plainColumn,
  formtypeid: plainColumn,
  identifier: column,
  version: numberColumn,
  fields: (row, below) =>
    fieldsOf({ fields: sql.ref(`${row}.fields`), properties: sql.ref(`${row}.properties`) }, below),
  checks: (row, below) => checksOf(sql.ref(`${row}.checks`), below),
  repeats: column,
  number: numberColumn,
  draft: (row, below) =>
    sql`case when ${sql.ref(`${row}.draft`)} is not null then ${jsonObject(draftShape, row, below)} end`,
  ...lastChangeOf('form_type'),
})

/** The order of `compareFormTypes`, whatever the database's collation. */
export const formTypeOrder = sql`form_type.identifier_key collate "C", form_type.identifier collate "C", form_type.formtypeid`
