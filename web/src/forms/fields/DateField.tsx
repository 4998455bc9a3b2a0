import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { ActionIcon } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { dateValueTyped, settledDate, typedDate } from '../values/typed-values.ts'
import classes from './FormField.module.css'
import { fieldInput, shownText } from './field-input.ts'
import type { FieldProps } from './field-props.ts'
import { TextInput } from './plain/PlainInput.tsx'

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }))

/** A day, typed as yyyy-MM-dd, as digits alone, or picked from a calendar below the field. Stored as noon UTC of that day. */
export function DateField({ onEnter, ...props }: FieldProps & { onEnter?: () => void }) {
  const { field, value, isDisabled, onChange, onLeave } = props
  const t = useTranslations('forms')
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  function settle(): string {
    const settled = settledDate(value)
    if (settled !== value) onChange(settled)
    return settled
  }

  const day = dayOfDateValue(value)
  const inWords =
    day &&
    format.dateTime(new Date(`${day}T12:00:00Z`), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles Escape from the input, the button and the calendar in it
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        setIsOpen(false)
        input.current?.focus()
      }}
    >
      <TextInput
        {...fieldInput(props)}
        holds="date"
        inputMode="numeric"
        ref={input}
        placeholder={field.placeholder ?? t('dateFormat')}
        description={[field.help, inWords].filter(Boolean).join(' · ') || undefined}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={isDisabled}
            aria-label={t('calendarFor', { name: labelOf(field) })}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconCalendar size={18} aria-hidden />
          </ActionIcon>
        }
        value={shownText(typedDate(value), isDisabled)}
        onChange={(event) => onChange(dateValueTyped(event.currentTarget.value))}
        onKeyDown={(event) => {
          // Enter may submit, and the field keeps the focus.
          if (!onEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return
          settle()
          onEnter()
        }}
        onBlur={(event) => {
          const settled = settle()
          if (!event.currentTarget.parentElement?.contains(event.relatedTarget)) onLeave(settled)
        }}
      />
      {isOpen && (
        <div className={classes.calendar}>
          <Suspense>
            <Calendar
              day={day}
              onPick={(picked) => {
                onChange(dateValueTyped(picked))
                onLeave(dateValueTyped(picked))
                setIsOpen(false)
                input.current?.focus()
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/**
 * A day of something else than a form: its text, as yyyy-MM-dd once it is a day. `onLeave`: the text is finished, by
 * Enter too.
 */
export function DayField({
  name,
  label,
  help,
  text,
  error,
  onType,
  onLeave,
}: {
  name: string
  label: string
  help?: string
  text: string
  error?: string | undefined
  onType: (text: string) => void
  onLeave?: () => void
}) {
  return (
    <DateField
      field={{ name, label, help, type: 'Date', required: false }}
      value={dateValueTyped(text)}
      error={error}
      isDisabled={false}
      onChange={(value) => onType(typedDate(value))}
      onLeave={() => onLeave?.()}
      onEnter={() => onLeave?.()}
    />
  )
}
