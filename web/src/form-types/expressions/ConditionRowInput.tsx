import {
  type Comparison,
  type ConditionRow,
  comparisonsOf,
  needsValue,
} from '@casebook/domain/form-types/conditions/conditions.ts'
import { optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import classes from './ConditionInput.module.css'
import { wordOf } from './condition-words.ts'
import type { KnownField } from './known-fields.ts'
import { TimeInput } from './TimeInput.tsx'
import { useTimeWords } from './time-words.ts'

/** The row that a field begins with. */
export function startOf({ variable, type, field }: KnownField): ConditionRow {
  const [comparison = 'filled'] = comparisonsOf(type)
  const [option] = field.type === 'Choice' ? optionsOf(field) : []
  return { variable, comparison, value: type === 'bool' ? 'true' : (option?.code ?? '') }
}

/** Three inputs: the field, the comparison, the value. A row that cannot be written says so. */
export function ConditionRowInput({
  row,
  fields,
  place,
  isUnfinished,
  onChange,
}: {
  row: ConditionRow
  fields: readonly KnownField[]
  /** Counted from 1. */
  place: number
  isUnfinished: boolean
  /** `isText`: it is typed letter by letter. */
  onChange: (row: ConditionRow, isText: boolean) => void
}) {
  const t = useTranslations('formTypes')
  const id = useId()
  const known = fields.find(({ variable }) => variable === row.variable)
  const words = useTimeWords()
  const type = known?.field.type ?? 'Date'
  const isTime = known?.type === 'timestamp'
  const listed = known?.field.type === 'Choice' ? optionsOf(known.field) : []
  const others = fields.filter(({ type, variable }) => type === known?.type && variable !== row.variable)
  const choices =
    known?.type === 'bool'
      ? [
          { code: 'true', label: t('yes') },
          { code: 'false', label: t('no') },
        ]
      : listed
  const valueProps = {
    size: 'xs',
    'aria-label': t('rowValue', { place }),
    error: isUnfinished && row.value !== '',
    list: id,
    ...(isUnfinished ? { 'aria-describedby': `${id}why` } : {}),
  }
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('rowField', { place })}
        value={row.variable}
        onChange={(event) => {
          const next = fields.find(({ variable }) => variable === event.currentTarget.value)
          if (next) onChange(startOf(next), false)
        }}
      >
        {!known && <option value={row.variable}>{row.variable}</option>}
        {fields.map(({ variable, label }) => (
          <option key={variable} value={variable}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        size="xs"
        aria-label={t('rowComparison', { place })}
        value={row.comparison}
        onChange={(event) => {
          const comparison = event.currentTarget.value as Comparison
          onChange({ ...row, comparison, value: needsValue(comparison) ? row.value : '' }, false)
        }}
      >
        {comparisonsOf(known?.type ?? 'string').map((comparison) => (
          <option key={comparison} value={comparison}>
            {t(`comparisons.${wordOf(comparison, known?.type)}`)}
          </option>
        ))}
      </NativeSelect>
      {!needsValue(row.comparison) ? (
        <span />
      ) : choices.length > 0 ? (
        <NativeSelect
          size="xs"
          aria-label={t('rowValue', { place })}
          value={row.value}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value }, false)}
        >
          {!choices.some(({ code }) => code === row.value) && <option value={row.value}>{row.value}</option>}
          {choices.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </NativeSelect>
      ) : (
        <>
          {isTime ? (
            <TimeInput
              {...valueProps}
              type={type}
              value={row.value}
              placeholder={t(type === 'DateTime' ? 'timeOrNow' : 'dateOrToday')}
              onChange={(value) => onChange({ ...row, value }, true)}
            />
          ) : (
            <TextInput
              {...valueProps}
              value={row.value}
              autoComplete="off"
              onChange={(event) => onChange({ ...row, value: event.currentTarget.value }, true)}
            />
          )}
          <datalist id={id}>
            {isTime && <option value={type === 'DateTime' ? words.now : words.today} />}
            {known?.type !== 'string' &&
              others.map(({ variable, label }) => (
                <option key={variable} value={variable}>
                  {label}
                </option>
              ))}
          </datalist>
        </>
      )}
      {isUnfinished && (
        <p id={`${id}why`} className={classes.unfinished}>
          {t('unfinishedRow')}
        </p>
      )}
    </>
  )
}
