import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import { Input } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import classes from './FormField.module.css'
import type { FieldProps } from './field-props.ts'

/** A number on a line from its minimum to its maximum. Without a value nothing is chosen yet. */
export function ScaleField({ field, value, error, isDisabled, onChange, onLeave }: FieldProps) {
  const t = useTranslations('forms')
  const id = useId()
  const low = field.minimum ?? 0
  const high = field.maximum ?? 100
  const { minimumLabel, maximumLabel } = field
  const hasEnds = Boolean(minimumLabel || maximumLabel)
  const ends = [minimumLabel && `${low}: ${minimumLabel}`, maximumLabel && `${high}: ${maximumLabel}`]
    .filter(Boolean)
    .join(', ')
  return (
    <Input.Wrapper
      id={id}
      label={labelOf(field)}
      description={field.help ?? undefined}
      withAsterisk={field.required}
      error={error}
    >
      <div className={classes.scale}>
        <span>{low}</span>
        <input
          id={id}
          name={field.name}
          type="range"
          min={low}
          max={high}
          step={10 ** -(field.decimals ?? 0)}
          value={value === '' ? (low + high) / 2 : value}
          data-empty={value === '' || undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={
            [hasEnds && `${id}ends`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') || undefined
          }
          aria-valuetext={value === '' ? t('notChosen') : `${value} ${field.unit ?? ''}`.trim()}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.value)}
          onPointerDown={(event) => value === '' && onChange(event.currentTarget.value)}
          onBlur={() => onLeave(value)}
        />
        <span>{high}</span>
        <output className={classes.chosen}>{value === '' ? '–' : `${value} ${field.unit ?? ''}`.trim()}</output>
      </div>
      {hasEnds && (
        <>
          <p aria-hidden className={classes.ends}>
            <span>{minimumLabel}</span>
            <span>{maximumLabel}</span>
          </p>
          <span id={`${id}ends`} hidden>
            {ends}
          </span>
        </>
      )}
    </Input.Wrapper>
  )
}
