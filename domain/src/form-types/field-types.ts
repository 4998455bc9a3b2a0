import type { ExpressionType, ExpressionValue } from '../expressions/expressions.ts'
import { exampleOf } from '../patterns/explained-pattern.ts'
import { matchesPattern } from '../patterns/pattern.ts'
import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { whyNotText } from '../shared/text.rules.ts'
import { whyNotChoice, writtenChoice } from './choices.ts'
import type { ColumnType } from './column-types.ts'
import { codesOf, type FieldDisplay, type FieldProperties, type TypedProperty } from './field-properties.ts'
import {
  dateTimeValueOf,
  dateValueOf,
  dayOfDateValue,
  secondsOfDateTimeValue,
  secondsOfDateValue,
} from './values/form-dates.ts'
import { isNumber, isSameNumber, numberProperties, whyNotNumber, writtenNumber } from './values/number-values.ts'
import { clock, isClock, secondsOfTimeValue, timePattern } from './values/time-values.ts'

/** A value of the type, and how its columns show it. `cell` is the value itself if omitted. */
export type Sample = { value: string; cell?: string; companion?: string }

/** Formats epoch seconds in the zone of an export. */
export type TimeText = { format: (seconds: number) => string }

/** Everything that depends on a field's type, except its input on a form and its name in the languages. */
export type FieldTypeDescription = {
  /** The meaning of a field's pattern: none, a regular expression for the whole value, or a list of options. */
  patternUse: 'none' | 'expression' | 'options'
  /** Whether the form type may limit the number of characters of a value. */
  hasLength: boolean
  /** The properties that a field of the type may have besides those of all fields. */
  properties: readonly TypedProperty[]
  displays: readonly FieldDisplay[]
  /** Why the field does not accept this value. Called for storable values that are not empty. */
  whyNot: (field: FieldProperties, value: string) => Problem | undefined
  /**
   * The column in exports; undefined if the type has no values. `cell` converts a valid value; omitted if the column
   * shows the value as it is stored. `companion` is a second column, of whole seconds.
   */
  column?: {
    type: (field: FieldProperties) => ColumnType
    cell?: (value: string, times: TimeText) => string
    companion?: { suffix: string; label: string; cell: (value: string) => string }
  }
  /**
   * A cell in an import. `stored` converts a text to the value to store; a text that is not valid is kept, so that
   * the rule refuses it. `isSame`: whether two valid cells that are spelled differently mean the same.
   */
  cell?: { stored?: (text: string) => string; isSame?: (before: string, text: string) => boolean }
  /**
   * The field in expressions; undefined if they can't name it. `read` answers undefined for a text that is no value,
   * `write` for a result that can't be stored.
   */
  expression?: {
    type: (field: FieldProperties) => ExpressionType
    read: (field: FieldProperties, value: string) => ExpressionValue | undefined
    write: (field: FieldProperties, result: ExpressionValue) => string | undefined
  }
  /** For tests: a pattern if the type needs one, values that a field with it accepts, and values that it refuses. */
  samples: { pattern?: string; accepted: readonly Sample[]; refused: readonly string[] }
}

const described = {
  Boolean: {
    patternUse: 'none',
    hasLength: false,
    properties: ['calculation'],
    displays: ['LIST', 'BUTTONS'],
    whyNot: ({ name }, value) =>
      value === 'true' || value === 'false' ? undefined : problem('value.boolean', { field: name }),
    column: { type: () => 'boolean' },
    // Spreadsheets write TRUE for true.
    cell: { stored: (text) => text.toLowerCase() },
    expression: {
      type: () => 'bool',
      read: (_, value) => (value === 'true' ? true : value === 'false' ? false : undefined),
      write: (_, result) => (typeof result === 'boolean' ? String(result) : undefined),
    },
    samples: { accepted: [{ value: 'true' }, { value: 'false' }], refused: ['True', 'yes', '1', ' true'] },
  },
  Choice: {
    patternUse: 'options',
    hasLength: false,
    properties: ['options', 'multiple', 'calculation'],
    displays: ['LIST', 'BUTTONS', 'TABLE'],
    whyNot: whyNotChoice,
    // Several codes are no single value of a list.
    column: { type: ({ multiple }) => (multiple ? 'text' : 'choice') },
    expression: {
      type: ({ multiple }) => (multiple ? 'list<string>' : 'string'),
      read: (field, value) => (whyNotChoice(field, value) ? undefined : field.multiple ? codesOf(value) : value),
      write: writtenChoice,
    },
    samples: {
      pattern: 'left|right',
      accepted: [{ value: 'left' }, { value: 'right' }],
      refused: ['Left', 'left ', 'left|right', 'both'],
    },
  },
  Date: {
    patternUse: 'none',
    hasLength: false,
    properties: ['placeholder', 'calculation'],
    displays: ['LIST'],
    whyNot: ({ name }, value) =>
      secondsOfDateValue(value) === undefined ? problem('value.date', { field: name }) : undefined,
    column: {
      type: () => 'date',
      cell: (value) => dayOfDateValue(value) ?? '',
      companion: { suffix: 'epoch', label: 'as stored, 12:00 UTC of the day', cell: (value) => value },
    },
    cell: { stored: (text) => dateValueOf(text) ?? text },
    expression: {
      type: () => 'timestamp',
      read: (_, value) => secondsOfDateValue(value),
      write: (_, result) => dateValueOf(isoDay(result)),
    },
    samples: {
      accepted: [
        { value: '1772366400', cell: '2026-03-01', companion: '1772366400' },
        { value: '43200', cell: '1970-01-01', companion: '43200' },
        { value: '-43200', cell: '1969-12-31', companion: '-43200' },
        { value: '1709208000', cell: '2024-02-29', companion: '1709208000' },
      ],
      refused: ['2026-11-20', '0', '43199', '1.5'],
    },
  },
  DateTime: {
    patternUse: 'none',
    hasLength: false,
    properties: ['placeholder', 'calculation'],
    displays: ['LIST'],
    whyNot: ({ name }, value) =>
      secondsOfDateTimeValue(value) === undefined ? problem('value.date-time', { field: name }) : undefined,
    column: {
      type: () => 'datetime',
      cell: (value, times) => times.format(Number(value)),
      companion: { suffix: 'epoch', label: 'as stored, in epoch seconds', cell: (value) => value },
    },
    cell: { stored: (text) => dateTimeValueOf(text) ?? text },
    expression: {
      type: () => 'timestamp',
      read: (_, value) => secondsOfDateTimeValue(value),
      write: (_, result) => wholeSeconds(result, secondsOfDateTimeValue),
    },
    samples: {
      accepted: [
        { value: '1772366401', cell: '2026-03-01T12:00:01+00:00', companion: '1772366401' },
        { value: '0', cell: '1970-01-01T00:00:00+00:00', companion: '0' },
        { value: '-1', cell: '1969-12-31T23:59:59+00:00', companion: '-1' },
      ],
      refused: ['2026-11-20T10:00:00Z', '1.5', '01', '1e3', '253402300800'],
    },
  },
  Note: {
    patternUse: 'none',
    hasLength: false,
    properties: [],
    displays: ['LIST'],
    whyNot: ({ name }) => problem('value.note', { field: name }),
    samples: { accepted: [], refused: ['x'] },
  },
  Time: {
    patternUse: 'none',
    hasLength: false,
    properties: ['placeholder', 'calculation'],
    displays: ['LIST'],
    whyNot: ({ name }, value) => (timePattern.test(value) ? undefined : problem('value.time', { field: name })),
    column: {
      type: () => 'time',
      cell: (value) => clock(secondsOfTimeValue(value)),
      companion: { suffix: 'seconds', label: 'since midnight', cell: (value) => String(secondsOfTimeValue(value)) },
    },
    expression: {
      type: () => 'duration',
      read: (_, value) => (timePattern.test(value) ? secondsOfTimeValue(value) : undefined),
      write: (_, result) => wholeSeconds(result, (text) => (isClock(Number(text)) ? clock(Number(text)) : undefined)),
    },
    samples: {
      accepted: [
        { value: '9:05', cell: '09:05:00', companion: '32700' },
        { value: '00:00', cell: '00:00:00', companion: '0' },
        { value: '23:59:59', cell: '23:59:59', companion: '86399' },
        { value: '24:30', cell: '24:30:00', companion: '88200' },
      ],
      refused: ['25:00', '9:3', '09:60', '09:30:60', '09.30', '09:30 ', '0930', '009:30', '09:30:', '\n09:30'],
    },
  },
  Number: {
    patternUse: 'none',
    hasLength: false,
    properties: numberProperties,
    displays: ['LIST', 'SCALE'],
    whyNot: whyNotNumber,
    column: { type: () => 'number' },
    cell: { isSame: isSameNumber },
    expression: {
      type: () => 'double',
      read: (_, value) => (isNumber(value) ? Number(value) : undefined),
      write: writtenNumber,
    },
    samples: {
      accepted: ['0', '12', '-12.5', '1e3', '1E-3', '2.5e+10', '.5', '-0', '007', '1e308'].map((value) => ({ value })),
      refused: [' ', '1 ', '1 000', '1,5', '5.', '+5', '0x10', '1e', 'NaN', 'Infinity', '1e999', '１', '1_000', '1n'],
    },
  },
  String: {
    patternUse: 'expression',
    hasLength: true,
    properties: ['unit', 'placeholder', 'multiline', 'calculation'],
    displays: ['LIST'],
    whyNot({ name, length, pattern, placeholder }, value) {
      const why = length ? whyNotText(value, name, length) : undefined
      if (why) return why
      if (!pattern || matchesPattern(pattern, value)) return undefined
      const example = exampleOf(pattern, placeholder)
      return example
        ? problem('value.pattern', { field: name, params: { pattern, example } })
        : problem('value.pattern.unexplained', { field: name, params: { pattern } })
    },
    column: { type: () => 'text' },
    expression: {
      type: () => 'string',
      read: (_, value) => value,
      write: (_, result) => (typeof result === 'string' && result !== '' ? sameText(result) : undefined),
    },
    samples: {
      accepted: ['x', ' ', '=1', 'two\nlines', '😀'].map((value) => ({ value })),
      refused: ['a\0b', '\ud83d'],
    },
  },
} as const satisfies Record<string, FieldTypeDescription>

export type FieldType = keyof typeof described

/** The description of each field type. */
export const fieldTypeOf: Readonly<Record<FieldType, FieldTypeDescription>> = described

export const fieldTypes: readonly FieldType[] = Object.keys(described).filter(isFieldType)

export function isFieldType(text: unknown): text is FieldType {
  return typeof text === 'string' && Object.hasOwn(described, text)
}

function wholeSeconds(result: ExpressionValue, convert: (text: string) => string | number | undefined) {
  const value = typeof result === 'number' ? convert(String(Math.floor(result))) : undefined
  return value === undefined ? undefined : String(value)
}

/** The UTC day of epoch seconds, or '' if there is none. */
function isoDay(result: ExpressionValue): string {
  const time = new Date(Number(result) * 1000)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10)
}
