import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { Evaluation } from '@casebook/domain/forms/evaluation.ts'
import { unusualValues } from '@casebook/domain/forms/judgement.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldProgress } from '../values/form-progress.ts'
import type { FormValues } from '../values/form-values.ts'
import { type FormJudge, reasonKey, shownFields, whyNotField } from '../values/judged-form.ts'
import { fieldSections } from '../values/sections.ts'
import classes from './FormFields.module.css'
import { type FieldEvents, FormSection, type ShownField } from './FormSection.tsx'

/** What is shown beside a value that is not unusual. */
const usual = { unusual: undefined, reasonKey: '', reason: '', reasonError: undefined }

/** From this number of fields on, those far from the window are not laid out. */
const longForm = 60

/** The fields of a form that are asked, as they are filled in: of a stored form, or of one that is only tried. */
export function FormFields({
  judge,
  judged,
  progress,
  values,
  isDisabled,
  errorOf,
  onType,
  onLeave,
  onReason,
  onHistory,
}: FieldEvents & {
  judge: FormJudge
  judged: Evaluation
  /** How far the form is, for the headings of its sections. */
  progress: readonly FieldProgress[]
  values: FormValues
  isDisabled: boolean
  /** Why a field is refused, or a reason that is still needed. */
  errorOf: (name: string) => string | undefined
}) {
  const t = useTranslations('forms')
  const unusual = isDisabled ? undefined : unusualValues(judge, judged)

  /** An unusual value has its sentence in the confirmation, and is not refused beside its field, too. */
  function isUnconfirmed({ name }: FormTypeField): boolean {
    const why = unusual?.get(name)
    const field = why && judge.fields.find((each) => each.name === name)
    const refused = field && whyNotField(judge, field, values)
    return why !== undefined && (refused === undefined || refused.reason === why.reason)
  }

  function valueFor({ name, calculation }: FormTypeField): string {
    return (calculation ? judged.values.get(name) : values[name]) ?? ''
  }

  function shownField(field: FormTypeField): ShownField {
    const { name } = field
    const why = unusual?.get(name)
    const error = errorOf(name)
    if (why === undefined) return { field, value: valueFor(field), error, ...usual }
    const key = reasonKey(name, judged.values.get(name) ?? '')
    const isAlone = isUnconfirmed(field)
    return {
      field,
      value: valueFor(field),
      error: isAlone ? undefined : error,
      unusual: why,
      reasonKey: key,
      reason: values[key] ?? '',
      reasonError: isAlone && error !== undefined ? t('reasonNeeded') : undefined,
    }
  }

  const states = new Map(progress.map(({ name, state }) => [name, state]))
  return (
    <>
      {fieldSections(judge.fields).map(({ heading, fields }) => {
        const asked = fields.filter(({ name }) => !judged.hidden.has(name))
        if (asked.length === 0) return null
        const counted = asked.filter(({ name }) => states.has(name))
        return (
          <FormSection
            key={fields[0].name}
            heading={heading}
            given={counted.filter(({ name }) => states.get(name) === 'filled').length}
            all={counted.length}
            isDisabled={isDisabled}
            isLong={judge.fields.length > longForm}
            fields={asked.map(shownField)}
            onType={onType}
            onLeave={onLeave}
            onReason={onReason}
            onHistory={onHistory}
          />
        )
      })}
      <Appeared judge={judge} hidden={judged.hidden} />
    </>
  )
}

/** The fields that appeared with the last change, for those who do not see them appear. */
function Appeared({ judge, hidden }: { judge: FormJudge; hidden: ReadonlySet<string> }) {
  const t = useTranslations('forms')
  const [last, setLast] = useState<{ hidden: ReadonlySet<string>; appeared: readonly string[] }>({
    hidden,
    appeared: [],
  })
  const isSame = last.hidden.size === hidden.size && [...last.hidden].every((name) => hidden.has(name))
  if (!isSame) setLast({ hidden, appeared: [...last.hidden].filter((name) => !hidden.has(name)) })
  const isAny = last.appeared.length > 0
  const appeared = isAny ? shownFields(judge, { hidden }).filter(({ name }) => last.appeared.includes(name)) : []
  return (
    <p className={classes.announced} role="status">
      {appeared.length > 0 && t('appeared', { names: appeared.map(labelOf).join(', ') })}
    </p>
  )
}
