import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import { shallowEqual } from '@mantine/hooks'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { CalculatedField } from '../fields/CalculatedField.tsx'
import { FormField } from '../fields/FormField.tsx'
import { HistoryButton } from '../history/HistoryButton.tsx'
import { Confirmation } from './Confirmation.tsx'
import classes from './FormSection.module.css'
import { type FieldGroup, fieldGroups, runsOf } from './field-groups.ts'
import { TableFields } from './TableFields.tsx'

/** What is shown of a field. */
export type ShownField = {
  field: FormTypeField
  value: string
  /** Why it is refused. An unusual value has its sentence in the confirmation instead. */
  error: string | undefined
  unusual: Problem | undefined
  /** The key of the reason for which an unusual value is right, as `reasonKey`, what it says, and what it lacks. */
  reasonKey: string
  reason: string
  reasonError: string | undefined
}

/** These must be stable functions, because a form may have 500 fields. */
export type FieldEvents = {
  onType: (field: FormTypeField, value: string) => void
  onLeave: (field: FormTypeField) => void
  onReason: (key: string, reason: string) => void
  /** Opens the history of a field, of a form that has one. */
  onHistory?: ((name: string) => void) | undefined
}

type FormSectionProps = FieldEvents & {
  heading: string | undefined
  /** How many of its fields have a value, and how many can. */
  given: number
  all: number
  isDisabled: boolean
  /** One of a long form, which is drawn in runs. */
  isLong: boolean
  /** Those that are asked. */
  fields: readonly ShownField[]
}

/** The fields below one heading. Drawn again only when something in it changes. */
export const FormSection = memo(
  function FormSection({
    heading,
    given,
    all,
    isDisabled,
    isLong,
    fields,
    onType,
    onLeave,
    onReason,
    onHistory,
  }: FormSectionProps) {
    const t = useTranslations('forms')
    const shown = new Map(fields.map((each) => [each.field.name, each]))

    function groupOf({ isTable, fields: rows }: FieldGroup) {
      const [field] = rows
      const { name } = field
      if (isTable) {
        return (
          <div key={name}>
            <TableFields
              fields={rows}
              isDisabled={isDisabled}
              valueFor={(row) => shown.get(row.name)?.value ?? ''}
              errorOf={(row) => shown.get(row.name)?.error}
              onType={onType}
              onLeave={onLeave}
              onHistory={onHistory}
            />
            {rows.map((row) => {
              const one = shown.get(row.name)
              return <div key={row.name}>{one && <ConfirmationOf {...one} onReason={onReason} />}</div>
            })}
          </div>
        )
      }
      const one = shown.get(name)
      return (
        one && (
          <OneField
            key={name}
            {...one}
            isDisabled={isDisabled}
            onType={onType}
            onLeave={onLeave}
            onReason={onReason}
            onHistory={onHistory}
          />
        )
      )
    }

    const groups = fieldGroups(fields.map(({ field }) => field))
    const drawn = isLong
      ? runsOf(groups).map((run) => (
          <div key={run[0]?.fields[0].name} className={classes.run} data-far>
            {run.map(groupOf)}
          </div>
        ))
      : groups.map(groupOf)
    if (heading === undefined) return drawn
    return (
      <details open className={classes.section}>
        <summary>
          <h3>{heading}</h3>
          <span className={classes.count}>{t('givenOf', { given, all })}</span>
        </summary>
        <div className={classes.fields}>{drawn}</div>
      </details>
    )
  },
  ({ fields: before, ...rest }, { fields: now, ...restNow }) =>
    shallowEqual(rest, restNow) &&
    before.length === now.length &&
    before.every((one, place) => shallowEqual(one, now[place])),
)

/** One field that stands alone. Drawn again only when something of it changes. */
const OneField = memo(function OneField({
  isDisabled,
  onType,
  onLeave,
  onReason,
  onHistory,
  ...one
}: ShownField & FieldEvents & { isDisabled: boolean }) {
  const { field, value, error } = one
  const shared = { field, value, error }
  return (
    <div data-field={field.name} className={classes.field} data-has-history={onHistory ? true : undefined}>
      {field.calculation ? (
        <CalculatedField {...shared} />
      ) : (
        <FormField {...shared} isDisabled={isDisabled} onType={onType} onLeave={onLeave} />
      )}
      <ConfirmationOf {...one} onReason={onReason} />
      {onHistory && <HistoryButton field={field} isDisabled={isDisabled} onOpen={onHistory} />}
    </div>
  )
})

function ConfirmationOf({
  field,
  unusual,
  reason,
  reasonError,
  reasonKey,
  onReason,
}: ShownField & Pick<FieldEvents, 'onReason'>) {
  if (!unusual) return null
  return (
    <Confirmation
      field={field}
      unusual={unusual}
      reason={reason}
      error={reasonError}
      onReason={(text) => onReason(reasonKey, text)}
    />
  )
}
