import { sql } from 'kysely'
import { formTypeShape } from './form-type.shape.ts'
import { lastChangeOf } from './last-change.ts'
import { ownOccurrenceFields } from './occurrence.ts'
import {
  jsonColumn,
  jsonObject,
  numberColumn,
  numberColumnOf,
  plainColumn,
  shape,
  storedListOf,
} from './shape/shape.ts'

/** Values in the order of the type's fields, retired ones last. Sorted only if a field was moved or retired. */
function inOrderOfType(row: string) {
  const ids = sql`${sql.ref(`${row}.formtypeid`)}, ${sql.ref(`${row}.siteid`)}`
  return sql`case when (select of_form.reordered from form_type of_form where (of_form.formtypeid, of_form.siteid) = (${ids}))
    then values_in_order_of_type(${sql.ref(`${row}.fields`)}, ${ids}) else ${sql.ref(`${row}.fields`)} end`
}

const confirmedList = storedListOf('ConfirmedValue', ['key', 'value', 'reason'])

/** Reads a row with the alias `form`. A removed form type remains readable through its forms. */
export const formShape = shape('Form', {
  subjectid: plainColumn,
  formtypeid: plainColumn,
  ...ownOccurrenceFields,
  version: numberColumn,
  typeNumber: numberColumnOf('type_number'),
  fields: jsonColumn('fields', 'KeyValue', { key: 'stored', value: 'stored' }, inOrderOfType),
  confirmed: (row, below) => confirmedList(below, sql`coalesce(${sql.ref(`${row}.confirmed`)}, '[]')`),
  formtype: (row, below) =>
    sql`(select ${jsonObject(formTypeShape, 'of_form', below)} from form_type of_form
      where of_form.formtypeid = ${sql.ref(`${row}.formtypeid`)} and of_form.siteid = ${sql.ref(`${row}.siteid`)})`,
  ...lastChangeOf('form'),
})
