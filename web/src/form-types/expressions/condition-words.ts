import type { Condition, ConditionRow } from '@casebook/domain/form-types/conditions/conditions.ts'
import { optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import { useFormatter, useTranslations } from 'use-intl'
import type { KnownField } from './known-fields.ts'

/** Says a condition: `Smokes is Daily and Age is at least 18`. */
export function useConditionWords(fields: readonly KnownField[]): (condition: Condition) => string {
  const t = useTranslations('formTypes')
  const format = useFormatter()

  function valueWords({ variable, value }: ConditionRow): string {
    const known = fields.find((each) => each.variable === variable)
    const other = fields.find((each) => each.variable === value && each.type === known?.type)
    if (known?.type === 'bool') return t(value === 'true' ? 'yes' : 'no')
    if (known?.field.type === 'Choice') {
      return optionsOf(known.field).find(({ code }) => code === value)?.label ?? value
    }
    if (other) return other.label
    if (known?.type !== 'timestamp') return value
    if (value === 'today') return t('today')
    return format.dateTime(new Date(`${value}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })
  }

  return ({ join, rows }) =>
    rows
      .map((row) => {
        const field = fields.find(({ variable }) => variable === row.variable)?.label ?? row.variable
        return t(`words.${row.comparison}`, { field, value: valueWords(row) })
      })
      .join(` ${t(join)} `)
}
