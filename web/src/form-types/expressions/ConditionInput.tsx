import {
  type Condition,
  type ConditionRow,
  conditionOf,
  conditionText,
  isComplete,
} from '@casebook/domain/form-types/conditions/conditions.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { useFocusNext } from '../../components/form/use-focus-next.ts'
import classes from './ConditionInput.module.css'
import { ConditionRowInput, startOf } from './ConditionRowInput.tsx'
import { useConditionWords } from './condition-words.ts'
import { ExpressionInput } from './ExpressionInput.tsx'
import type { KnownField } from './known-fields.ts'

/**
 * A condition: three inputs a row, with the sentence that they say beneath, or typed as an expression. It shows what
 * `value` says, also after `value` was changed from elsewhere. Rows that are not finished are kept while it is shown.
 */
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
  /** `into`: the text that is typed letter by letter. */
  onChange: (value: string, into?: string) => void
}) {
  const t = useTranslations('formTypes')
  const wordsOf = useConditionWords(fields)
  const typeOf = (variable: string) => fields.find((field) => field.variable === variable)?.type
  const read = conditionOf(value, typeOf)
  const isUnreadable = value !== '' && read === undefined
  const [wantsTyped, setWantsTyped] = useState(false)
  const [typed, setTyped] = useState<Condition>()
  const condition: Condition =
    typed && conditionText(typed, typeOf) === value ? typed : (read ?? { join: 'and', rows: [] })
  const said = { ...condition, rows: condition.rows.filter((row) => isComplete(row, typeOf)) }
  const place = useRef<HTMLFieldSetElement>(null)
  const focusNext = useFocusNext(place)

  function change(next: Condition, into?: string) {
    setTyped(next)
    onChange(conditionText(next, typeOf), into)
  }

  function changeRow(at: number, row: ConditionRow, isText: boolean) {
    change({ ...condition, rows: condition.rows.with(at, row) }, isText ? `row ${at}` : undefined)
  }

  function addRow() {
    const [first] = fields
    if (!first) return
    focusNext(`[data-row="${condition.rows.length}"] select`)
    change({ ...condition, rows: [...condition.rows, startOf(first)] })
  }

  function removeRow(at: number) {
    focusNext(`[data-row="${Math.min(at, condition.rows.length - 2)}"] button`, '[data-add]')
    change({ ...condition, rows: condition.rows.toSpliced(at, 1) })
  }

  if (wantsTyped || isUnreadable) {
    return (
      <div className={classes.place}>
        <ExpressionInput
          label={label}
          value={value}
          error={error}
          fields={fields}
          canReadToday
          onChange={(next) => {
            setWantsTyped(true)
            onChange(next, 'expression')
          }}
        />
        {!isUnreadable && (
          <TextButton
            onClick={() => {
              focusNext('[data-row] select', '[data-add]')
              setTyped(undefined)
              setWantsTyped(false)
            }}
          >
            {t('chooseInstead')}
          </TextButton>
        )}
      </div>
    )
  }
  return (
    <fieldset ref={place} className={classes.place}>
      <legend className={classes.legend}>{label}</legend>
      {condition.rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={at} data-row={at} className={classes.row}>
          <ConditionRowInput
            row={row}
            fields={fields}
            place={at + 1}
            isUnfinished={!isComplete(row, typeOf)}
            onChange={(next, isText) => changeRow(at, next, isText)}
          />
          <IconButton label={t('removeRow', { place: at + 1 })} onClick={() => removeRow(at)}>
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
          data-add
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={fields.length === 0}
          onClick={addRow}
        >
          {t('addRow')}
        </Button>
        <TextButton onClick={() => setWantsTyped(true)}>{t('typeInstead')}</TextButton>
      </div>
      <p className={classes.sentence} role="status">
        {said.rows.length > 0 && sentence(wordsOf(said))}
      </p>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  )
}
