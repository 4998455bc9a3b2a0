import { columnTypes } from '../../form-types/column-types.ts'
import { type FieldType, fieldTypeOf, isFieldType } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { problem } from '../../shared/problems.ts'
import type { LeftOut, XmlElement } from '../exchange.ts'
import { attribute } from '../files/xml.ts'
import type { Question } from '../made-form.ts'
import type { Place } from '../texts.ts'

const types: Readonly<Record<string, FieldType>> = {
  text: 'String',
  string: 'String',
  integer: 'Number',
  float: 'Number',
  double: 'Number',
  decimal: 'Number',
  date: 'Date',
  time: 'Time',
  datetime: 'DateTime',
  boolean: 'Boolean',
}

/** The type of the values of a field in ODM, as in exports. */
export function dataTypeOf(field: FormTypeField): string {
  return columnTypes[fieldTypeOf[field.type].column?.type(field) ?? 'text'].odm
}

/** Whether ODM has no type of its own for this one: its name is in an alias. */
export function isTypeInAlias(name: string): name is FieldType {
  return isFieldType(name) && name !== 'Choice' && !Object.values(types).includes(name)
}

/** What an item without a list becomes; undefined for binary data. */
export function scalarOf(
  item: XmlElement,
  place: Place,
  leftOut: LeftOut[],
): (Partial<Question['field']> & { type: FieldType }) | undefined {
  const given = attribute(item, 'DataType')
  const type = Object.hasOwn(types, given) ? types[given] : undefined
  if (!type && /Binary/.test(given)) {
    leftOut.push({ ...place, text: given, why: problem('exchange.type', { params: { type: given } }) })
    return undefined
  }
  if (!type) leftOut.push({ ...place, text: given, why: problem('exchange.as-text', { params: { type: given } }) })
  const digits = attribute(item, 'SignificantDigits')
  const decimals = given === 'integer' ? 0 : digits && type === 'Number' ? Number(digits) : undefined
  const length = Number(attribute(item, 'Length'))
  return {
    type: type ?? 'String',
    ...(decimals === undefined ? {} : { decimals }),
    ...(type === 'String' && length > 0 ? { length } : {}),
  }
}
