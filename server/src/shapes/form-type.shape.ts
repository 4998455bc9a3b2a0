import { sql } from 'kysely'
import { lastChangeOf } from './last-change.ts'
import { column, jsonColumn, numberColumn, plainColumn, shape } from './shape/shape.ts'

export const formTypeShape = shape('FormType', {
  studyid: plainColumn,
  formtypeid: plainColumn,
  identifier: column,
  version: numberColumn,
  fields: jsonColumn('fields', 'FormTypeField', {
    name: 'stored',
    type: 'stored',
    length: 'stored',
    pattern: 'stored',
    required: 'stored',
  }),
  ...lastChangeOf('form_type'),
})

/** The order of `compareFormTypes`, whatever the database's collation. */
export const formTypeOrder = sql`form_type.identifier_key collate "C", form_type.identifier collate "C", form_type.formtypeid`
