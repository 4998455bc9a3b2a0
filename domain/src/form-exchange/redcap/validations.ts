import type { FieldType } from '../../form-types/field-types.ts'

type Validation = { type: FieldType; decimals?: number; pattern?: string; isOwn?: false }

/**
 * What REDCap's validations of texts are here, and back: the first of its type, decimals and pattern is written. Numbers
 * with a comma and days in another order are typed otherwise there, and are the same values.
 */
const validations: Readonly<Record<string, Validation>> = {
  integer: { type: 'Number', decimals: 0 },
  int: { type: 'Number', decimals: 0 },
  number: { type: 'Number' },
  float: { type: 'Number' },
  number_1dp: { type: 'Number', decimals: 1 },
  number_2dp: { type: 'Number', decimals: 2 },
  number_3dp: { type: 'Number', decimals: 3 },
  number_4dp: { type: 'Number', decimals: 4 },
  number_comma_decimal: { type: 'Number' },
  number_1dp_comma_decimal: { type: 'Number', decimals: 1 },
  number_2dp_comma_decimal: { type: 'Number', decimals: 2 },
  number_3dp_comma_decimal: { type: 'Number', decimals: 3 },
  number_4dp_comma_decimal: { type: 'Number', decimals: 4 },
  date_ymd: { type: 'Date' },
  date: { type: 'Date' },
  date_dmy: { type: 'Date' },
  date_mdy: { type: 'Date' },
  datetime_seconds_ymd: { type: 'DateTime' },
  datetime_ymd: { type: 'DateTime' },
  datetime_dmy: { type: 'DateTime' },
  datetime_mdy: { type: 'DateTime' },
  datetime_seconds_dmy: { type: 'DateTime' },
  datetime_seconds_mdy: { type: 'DateTime' },
  time: { type: 'Time' },
  time_hh_mm_ss: { type: 'Time' },
  time_mm_ss: { type: 'String', pattern: '[0-5][0-9]:[0-5][0-9]' },
  email: { type: 'String', pattern: '[^@\\s]+@[^@\\s]+\\.[^@\\s]+' },
  alpha_only: { type: 'String', pattern: '[A-Za-z]+' },
  phone: {
    type: 'String',
    pattern: '(\\+?1[ .-]?)?\\(?[2-9][0-9]{2}\\)?[ .-]?[0-9]{3}[ .-]?[0-9]{4}( ?(x|ext\\.?) ?[0-9]+)?',
  },
  phone_australia: { type: 'String', pattern: '\\(?0[2-57-8]\\)? ?[0-9]{4} ?[0-9]{4}' },
  postalcode_australia: { type: 'String', pattern: '[0-9]{4}' },
  postalcode_canada: { type: 'String', pattern: '[ABCEGHJ-NPRSTVXY][0-9][A-Z] ?[0-9][A-Z][0-9]' },
  postalcode_french: { type: 'String', pattern: '(0[1-9]|[1-9][0-9])[0-9]{3}' },
  postalcode_germany: { type: 'String', pattern: '(0[1-9]|[1-9][0-9]) ?[0-9]{3}' },
  ssn: { type: 'String', pattern: '[0-9]{3}-[0-9]{2}-[0-9]{4}' },
  zipcode: { type: 'String', pattern: '[0-9]{5}(-[0-9]{4})?' },
  mrn_10d: { type: 'String', pattern: '[0-9]{10}' },
  mrn_generic: { type: 'String', pattern: '[A-Za-z0-9-]+' },
  vmrn: { type: 'String', pattern: '[0-9]{4,9}' },
}

export function validationOf(name: string): Validation | undefined {
  return Object.hasOwn(validations, name) ? validations[name] : undefined
}

/** The validation for a field of this type; '' for a text of any kind, undefined if there is none. */
export function validationFor(
  type: FieldType,
  decimals: number | null | undefined,
  pattern: string | null | undefined,
): string | undefined {
  if (type === 'String' && !pattern) return ''
  const found = Object.entries(validations).find(([, own]) => {
    return (
      own.type === type && (own.decimals ?? null) === (decimals ?? null) && (own.pattern ?? null) === (pattern || null)
    )
  })
  return found?.[0]
}
