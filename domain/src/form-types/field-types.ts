import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { whyNotText } from '../shared/text.rules.ts'
import type { ColumnType } from './column-types.ts'
import { choiceOptions, type FieldProperties } from './field-properties.ts'
import { dateValueOf, dayOfDateValue, secondsOfDateValue } from './form-dates.ts'
import { matchesPattern } from './pattern.ts'

/** A value of the type, and how its columns show it. `cell` is the value itself if omitted. */
export type Sample = { value: string; cell?: string; companion?: string }

/** Everything that depends on a field's type, except its input on a form and its name in the languages. */
export type FieldTypeDescription = {
  /** The meaning of a field's pattern: none, a regular expression for the whole value, or a list of options. */
  patternUse: 'none' | 'expression' | 'options'
  /** Whether the form type may limit the number of characters of a value. */
  hasLength: boolean
  /** Why the field does not accept this value. Called for storable values that are not empty. */
  whyNot: (field: FieldProperties, value: string) => Problem | undefined
  /**
   * The column in exports. `cell` converts a valid value; omitted if the column shows the value as it is stored.
   * `companion` is a second column, of whole seconds.
   */
  column: {
    type: ColumnType
    cell?: (value: string) => string
    companion?: { suffix: string; label: string; cell: (value: string) => string }
  }
  /**
   * A cell in an import. `stored` converts a text to the value to store; a text that is not valid is kept, so that
   * the rule refuses it. `isSame`: whether two valid cells that are spelled differently mean the same.
   */
  cell?: { stored?: (text: string) => string; isSame?: (before: string, text: string) => boolean }
  /** For tests: a pattern if the type needs one, values that a field with it accepts, and values that it refuses. */
  samples: { pattern?: string; accepted: readonly Sample[]; refused: readonly string[] }
}

const number = /^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/
/** 24:00 to 24:59:59 are valid, too. */
export const timePattern = /^([01]?[0-9]|2[0-4]):[0-5][0-9](:[0-5][0-9])?$/
/** The digits that a double represents exactly: numbers with at most this many can be compared as numbers. */
const exactDigits = 15

const described = {
  Boolean: {
    patternUse: 'none',
    hasLength: false,
    whyNot: ({ name }, value) =>
      value === 'true' || value === 'false' ? undefined : problem('value.boolean', { field: name }),
    column: { type: 'boolean' },
    // Spreadsheets write TRUE for true.
    cell: { stored: (text) => text.toLowerCase() },
    samples: { accepted: [{ value: 'true' }, { value: 'false' }], refused: ['True', 'yes', '1', ' true'] },
  },
  Choice: {
    patternUse: 'options',
    hasLength: false,
    whyNot({ name, pattern }, value) {
      const options = choiceOptions(pattern)
      if (options.includes(sameText(value))) return undefined
      return problem('value.choice', { field: name, params: { options: options.join(', ') } })
    },
    column: { type: 'choice' },
    samples: {
      pattern: 'left|right',
      accepted: [{ value: 'left' }, { value: 'right' }],
      refused: ['Left', 'left ', 'left|right', 'both'],
    },
  },
  Date: {
    patternUse: 'none',
    hasLength: false,
    whyNot: ({ name }, value) =>
      secondsOfDateValue(value) === undefined ? problem('value.date', { field: name }) : undefined,
    column: {
      type: 'date',
      cell: (value) => dayOfDateValue(value) ?? '',
      companion: { suffix: 'epoch', label: 'as stored, 12:00 UTC of the day', cell: (value) => value },
    },
    cell: { stored: (text) => dateValueOf(text) ?? text },
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
  Time: {
    patternUse: 'none',
    hasLength: false,
    whyNot: ({ name }, value) => (timePattern.test(value) ? undefined : problem('value.time', { field: name })),
    column: {
      type: 'time',
      cell: (value) =>
        timeParts(value)
          .map((part) => String(part).padStart(2, '0'))
          .join(':'),
      companion: { suffix: 'seconds', label: 'since midnight', cell: (value) => String(secondsOfTimeValue(value)) },
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
    whyNot: ({ name }, value) =>
      number.test(value) && Number.isFinite(Number(value)) ? undefined : problem('value.number', { field: name }),
    column: { type: 'number' },
    cell: { isSame: isSameNumber },
    samples: {
      accepted: ['0', '12', '-12.5', '1e3', '1E-3', '2.5e+10', '.5', '-0', '007', '1e308'].map((value) => ({ value })),
      refused: [' ', '1 ', '1 000', '1,5', '5.', '+5', '0x10', '1e', 'NaN', 'Infinity', '1e999', '１', '1_000', '1n'],
    },
  },
  String: {
    patternUse: 'expression',
    hasLength: true,
    whyNot({ name, length, pattern }, value) {
      const why = length ? whyNotText(value, name, length) : undefined
      if (why) return why
      if (pattern && !matchesPattern(pattern, value)) {
        return problem('value.pattern', { field: name, params: { pattern } })
      }
    },
    column: { type: 'text' },
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

/** The seconds since midnight of a Time value. */
export function secondsOfTimeValue(value: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = timeParts(value)
  return hours * 3600 + minutes * 60 + seconds
}

function timeParts(value: string): number[] {
  const [hours = 0, minutes = 0, seconds = 0] = value.split(':').map(Number)
  return [hours, minutes, seconds]
}

function isSameNumber(before: string, text: string): boolean {
  if (digits(before) > exactDigits || digits(text) > exactDigits) return false
  return Number(before) === Number(text)
}

function digits(number: string): number {
  return number.replace(/[eE].*$/, '').replace(/\D/g, '').length
}
