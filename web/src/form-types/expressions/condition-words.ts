import type { ExpressionType } from '@casebook/domain/expressions/expressions.ts'
import type { Comparison, Condition, ConditionRow } from '@casebook/domain/form-types/conditions/conditions.ts'
import { optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { shownTime } from './day-text.ts'
import type { KnownField } from './known-fields.ts'
import { useTimeWords } from './time-words.ts'

const ofTimes = { less: 'before', atMost: 'notAfter', more: 'after', atLeast: 'notBefore' } as const

/** The word for a comparison: days and times are before or after, not less or more. */
export function wordOf(comparison: Comparison, type: ExpressionType | undefined) {
  if (type !== 'timestamp' && type !== 'duration') return comparison
  switch (comparison) {
    case 'less':
    case 'atMost':
    case 'more':
    case 'atLeast':
      return ofTimes[comparison]
    default:
      return comparison
  }
}

/** Says a condition: `Smokes is Daily and Age is at least 18`. */
export function useConditionWords(fields: readonly KnownField[]): (condition: Condition) => string {
  const t = useTranslations('formTypes')
  const format = useFormatter()
  const words = useTimeWords()

  function valueWords({ variable, value: typed }: ConditionRow): string {
    const known = fields.find((each) => each.variable === variable)
    const value = known?.type === 'string' || known?.type === 'list<string>' ? typed : typed.trim()
    const other = fields.find((each) => each.variable === value && each.type === known?.type)
    if (known?.type === 'bool') return t(value === 'true' ? 'yes' : 'no')
    if (known?.field.type === 'Choice') {
      return optionsOf(known.field).find(({ code }) => code === value)?.label ?? value
    }
    if (other) return other.label
    if (known?.type !== 'timestamp') return value
    if (value === 'today' || value === 'now') return t(value)
    if (known.field.type === 'DateTime' || value.includes('T')) return shownTime(value, words, 'DateTime')
    return format.dateTime(new Date(`${value}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })
  }

  return ({ join, rows }) =>
    rows
      .map((row) => {
        const known = fields.find(({ variable }) => variable === row.variable)
        const said = { field: known?.label ?? row.variable, value: valueWords(row) }
        return t(`words.${wordOf(row.comparison, known?.type)}`, said)
      })
      .join(` ${t(join)} `)
}
