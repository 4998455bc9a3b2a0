import {
  type Comparison,
  type Condition,
  type ConditionRow,
  comparisonsOf,
  conditionOf,
  conditionText,
  isComplete,
  needsValue,
} from '@casebook/domain/form-types/conditions/conditions.ts'
import { optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import classes from './ConditionInput.module.css'
import { useConditionWords } from './condition-words.ts'
import { shownDay, typedDay } from './day-text.ts'
import { ExpressionInput } from './ExpressionInput.tsx'
import type { KnownField } from './known-fields.ts'

/** A condition: three selects a row, with the sentence that they say beneath, or typed as an expression. */
export function ConditionInput({
  label,
  sentence,
  value,
  error,
  fields,
  onChange,
}: {
  label: string
  /** The whole sentence for what the rows say. */
  sentence: (words: string) => string
  /** The expression (CEL). '' if there is none. */
  value: string
  error: string | undefined
  fields: readonly KnownField[]
  onChange: (value: string) => void
}) {
  const t = useTranslations('formTypes')
  const wordsOf = useConditionWords(fields)
  const typeOf = (variable: string) => fields.find((field) => field.variable === variable)?.type
  const read = conditionOf(value, typeOf)
  const [isTyped, setIsTyped] = useState(value !== '' && read === undefined)
  const [condition, setCondition] = useState<Condition>(read ?? { join: 'and', rows: [] })
  const said = { ...condition, rows: condition.rows.filter((row) => isComplete(row, typeOf)) }

  function change(next: Condition) {
    setCondition(next)
    onChange(conditionText(next, typeOf))
  }

  function changeRow(place: number, row: ConditionRow) {
    change({ ...condition, rows: condition.rows.with(place, row) })
  }

  function addRow() {
    const [first] = fields
    if (first) change({ ...condition, rows: [...condition.rows, startOf(first)] })
  }

  if (isTyped) {
    return (
      <div className={classes.place}>
        <ExpressionInput label={label} value={value} error={error} fields={fields} canReadToday onChange={onChange} />
        {(value === '' || read) && (
          <TextButton
            onClick={() => {
              setCondition(read ?? { join: 'and', rows: [] })
              setIsTyped(false)
            }}
          >
            {t('chooseInstead')}
          </TextButton>
        )}
      </div>
    )
  }
  return (
    <fieldset className={classes.place}>
      <legend className={classes.legend}>{label}</legend>
      {condition.rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={place} className={classes.row}>
          <Row
            row={row}
            fields={fields}
            place={place + 1}
            isWrong={!isComplete(row, typeOf) && row.value !== ''}
            onChange={(next) => changeRow(place, next)}
          />
          <IconButton
            label={t('removeRow', { place: place + 1 })}
            onClick={() => change({ ...condition, rows: condition.rows.toSpliced(place, 1) })}
          >
            <IconX size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className={classes.below}>
        {condition.rows.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('join')}
            value={condition.join}
            onChange={(event) => change({ ...condition, join: event.currentTarget.value === 'or' ? 'or' : 'and' })}
          >
            <option value="and">{t('joinAnd')}</option>
            <option value="or">{t('joinOr')}</option>
          </NativeSelect>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={fields.length === 0}
          onClick={addRow}
        >
          {t('addRow')}
        </Button>
        <TextButton onClick={() => setIsTyped(true)}>{t('typeInstead')}</TextButton>
      </div>
      <p className={classes.sentence} role="status">
        {said.rows.length > 0 && sentence(wordsOf(said))}
      </p>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  )
}

function startOf({ variable, type, field }: KnownField): ConditionRow {
  const [comparison = 'filled'] = comparisonsOf(type)
  const [option] = field.type === 'Choice' ? optionsOf(field) : []
  return { variable, comparison, value: type === 'bool' ? 'true' : (option?.code ?? '') }
}

function Row({
  row,
  fields,
  place,
  isWrong,
  onChange,
}: {
  row: ConditionRow
  fields: readonly KnownField[]
  place: number
  isWrong: boolean
  onChange: (row: ConditionRow) => void
}) {
  const t = useTranslations('formTypes')
  const id = useId()
  const known = fields.find(({ variable }) => variable === row.variable)
  const listed = known?.field.type === 'Choice' ? optionsOf(known.field) : []
  const others = fields.filter(({ type, variable }) => type === known?.type && variable !== row.variable)
  const choices =
    known?.type === 'bool'
      ? [
          { code: 'true', label: t('yes') },
          { code: 'false', label: t('no') },
        ]
      : listed
  const value = (text: string) => onChange({ ...row, value: text })
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('rowField', { place })}
        value={row.variable}
        onChange={(event) => {
          const next = fields.find(({ variable }) => variable === event.currentTarget.value)
          if (next) onChange(startOf(next))
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
          onChange({ ...row, comparison, value: needsValue(comparison) ? row.value : '' })
        }}
      >
        {comparisonsOf(known?.type ?? 'string').map((comparison) => (
          <option key={comparison} value={comparison}>
            {t(`comparisons.${comparison}`)}
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
          onChange={(event) => value(event.currentTarget.value)}
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
          <TextInput
            size="xs"
            aria-label={t('rowValue', { place })}
            value={known?.type === 'timestamp' ? shownDay(row.value, t('today')) : row.value}
            error={isWrong}
            list={id}
            autoComplete="off"
            placeholder={known?.type === 'timestamp' ? t('dateOrToday') : undefined}
            onChange={(event) =>
              value(
                known?.type === 'timestamp'
                  ? typedDay(event.currentTarget.value, t('today'))
                  : event.currentTarget.value,
              )
            }
          />
          <datalist id={id}>
            {known?.type === 'timestamp' && <option value={t('today')} />}
            {known?.type !== 'string' &&
              others.map(({ variable, label }) => (
                <option key={variable} value={variable}>
                  {label}
                </option>
              ))}
          </datalist>
        </>
      )}
    </>
  )
}
