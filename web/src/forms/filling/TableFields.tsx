import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { codesOf, labelOf, optionsOf, valueOfCodes } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { Button, Checkbox, Radio } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { HistoryButton } from '../history/HistoryButton.tsx'
import classes from './TableFields.module.css'

/** Choices with the same options, a row each and a column for each option. In a narrow place, the options are below each row. */
export function TableFields({
  fields,
  isDisabled,
  valueFor,
  errorOf,
  onType,
  onLeave,
  onHistory,
}: {
  fields: readonly [FormTypeField, ...FormTypeField[]]
  isDisabled: boolean
  valueFor: (field: FormTypeField) => string
  errorOf: (field: FormTypeField) => string | undefined
  onType: (field: FormTypeField, value: string) => void
  onLeave: (field: FormTypeField) => void
  onHistory?: ((name: string) => void) | undefined
}) {
  const t = useTranslations('forms')
  const id = useId()
  const options = optionsOf(fields[0])
  return (
    <div className={classes.place}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {options.map(({ code, label }) => (
              <th key={code} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => {
            const { name, required, multiple } = field
            const value = valueFor(field)
            const error = errorOf(field)
            const chosen = multiple ? codesOf(value) : value === '' ? [] : [value]
            const rowid = `${id}${name}`
            const gone = chosen.filter((code) => !options.some((option) => option.code === code))
            return (
              <tr
                key={name}
                data-field={name}
                data-refused={error !== undefined || undefined}
                onBlur={(event) => {
                  if (!event.currentTarget.contains(event.relatedTarget)) onLeave(field)
                }}
              >
                <th scope="row" data-has-history={onHistory ? true : undefined}>
                  <span id={rowid}>
                    {labelOf(field)}
                    {required && <span className={classes.star}> *</span>}
                  </span>
                  {field.help && <span className={classes.help}>{field.help}</span>}
                  {gone.length > 0 && (
                    <span className={classes.help}>{t('notOffered', { option: gone.join(', ') })}</span>
                  )}
                  {error && (
                    <span id={`${rowid}-error`} className={classes.error}>
                      {error}
                    </span>
                  )}
                  {!required && !multiple && value !== '' && !isDisabled && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="gray"
                      aria-label={t('clearNamed', { name: labelOf(field) })}
                      onClick={() => onType(field, '')}
                    >
                      {t('clear')}
                    </Button>
                  )}
                  {onHistory && <HistoryButton field={field} isDisabled={isDisabled} onOpen={onHistory} />}
                </th>
                {options.map(({ code, label }) => {
                  const shared = {
                    'aria-label': `${labelOf(field)}: ${label}`,
                    'aria-describedby': error ? `${rowid}-error` : undefined,
                    'aria-invalid': error ? true : undefined,
                    name,
                    value: code,
                    checked: chosen.includes(code),
                    disabled: isDisabled,
                  }
                  return (
                    <td key={code}>
                      {/* biome-ignore lint/a11y/noLabelWithoutControl: the input is inside */}
                      <label className={classes.answer}>
                        {multiple ? (
                          <Checkbox
                            {...shared}
                            onChange={(event) => {
                              const rest = chosen.filter((each) => each !== code)
                              onType(field, valueOfCodes(field, event.currentTarget.checked ? [...rest, code] : rest))
                            }}
                          />
                        ) : (
                          <Radio {...shared} onChange={() => onType(field, code)} />
                        )}
                        <span aria-hidden className={classes.label}>
                          {label}
                        </span>
                      </label>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
