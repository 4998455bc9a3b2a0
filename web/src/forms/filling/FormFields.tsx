import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { type Judgement, unusualValues } from '@casebook/domain/forms/judgement.ts'
import { useTranslations } from 'use-intl'
import { CalculatedField } from '../fields/CalculatedField.tsx'
import { FormField } from '../fields/FormField.tsx'
import type { FieldProgress } from '../values/form-progress.ts'
import type { FormValues } from '../values/form-values.ts'
import { type FormJudge, reasonKey, shownFields, whyNotField } from '../values/judged-form.ts'
import { fieldSections } from '../values/sections.ts'
import { useAppeared } from '../values/use-appeared.ts'
import { Confirmation } from './Confirmation.tsx'
import classes from './FormFields.module.css'
import { type FieldGroup, fieldGroups } from './field-groups.ts'
import { TableFields } from './TableFields.tsx'

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
}: {
  judge: FormJudge
  judged: Judgement
  /** How far the form is, for the headings of its sections. */
  progress: readonly FieldProgress[]
  values: FormValues
  isDisabled: boolean
  /** Why a field is refused, or a reason that is still needed. */
  errorOf: (name: string) => string | undefined
  /** These two must be stable functions, because a form may have 500 fields. */
  onType: (field: FormTypeField, value: string) => void
  onLeave: (field: FormTypeField) => void
  /** `key`: as `reasonKey`. */
  onReason: (key: string, reason: string) => void
}) {
  const t = useTranslations('forms')
  const shown = shownFields(judge, judged)
  const appeared = useAppeared(shown)
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

  function errorBeside(field: FormTypeField): string | undefined {
    return isUnconfirmed(field) ? undefined : errorOf(field.name)
  }

  function confirmationOf(field: FormTypeField) {
    const why = unusual?.get(field.name)
    const key = reasonKey(field.name, judged.values.get(field.name) ?? '')
    if (!why) return undefined
    const isNeeded = isUnconfirmed(field) && errorOf(field.name) !== undefined
    return (
      <Confirmation
        field={field}
        unusual={why}
        reason={values[key] ?? ''}
        error={isNeeded ? t('reasonNeeded') : undefined}
        onReason={(reason) => onReason(key, reason)}
      />
    )
  }

  function groupOf({ isTable, fields }: FieldGroup) {
    const [field] = fields
    if (isTable) {
      return (
        <div key={field.name}>
          <TableFields
            fields={fields}
            isDisabled={isDisabled}
            valueFor={valueFor}
            errorOf={errorBeside}
            onType={onType}
            onLeave={onLeave}
          />
          {fields.map((row) => (
            <div key={row.name}>{confirmationOf(row)}</div>
          ))}
        </div>
      )
    }
    const shared = { field, value: valueFor(field), error: errorBeside(field) }
    return (
      <div key={field.name} data-field={field.name} className={classes.field}>
        {field.calculation ? (
          <CalculatedField {...shared} />
        ) : (
          <FormField {...shared} isDisabled={isDisabled} onType={onType} onLeave={onLeave} />
        )}
        {confirmationOf(field)}
      </div>
    )
  }

  const states = new Map(progress.map(({ name, state }) => [name, state]))
  return (
    <>
      {fieldSections(judge.fields).map(({ heading, fields }) => {
        const asked = fields.filter(({ name }) => !judged.hidden.has(name))
        if (asked.length === 0) return null
        const groups = fieldGroups(asked).map(groupOf)
        if (heading === undefined) return groups
        const counted = asked.filter(({ name }) => states.has(name))
        const given = counted.filter(({ name }) => states.get(name) === 'filled').length
        return (
          <details key={fields[0]?.name} open className={classes.section}>
            <summary>
              <h3>{heading}</h3>
              <span className={classes.count}>{t('givenOf', { given, all: counted.length })}</span>
            </summary>
            <div className={classes.fields}>{groups}</div>
          </details>
        )
      })}
      <p className={classes.announced} role="status">
        {appeared.length > 0 && t('appeared', { names: appeared.map(labelOf).join(', ') })}
      </p>
    </>
  )
}
