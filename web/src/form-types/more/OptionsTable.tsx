import type { FieldOption } from '@casebook/domain/form-types/field-properties.ts'
import { Button, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useFocusNext } from '../../components/form/use-focus-next.ts'
import classes from './More.module.css'

/** Codes with their labels. Enter adds a row; an option without a code gets the next number. */
export function OptionsTable({
  legend,
  options,
  error,
  onChange,
}: {
  legend: string
  options: readonly FieldOption[]
  error: string | undefined
  onChange: (options: readonly FieldOption[]) => void
}) {
  const t = useTranslations('formTypes')
  const rows = useRef<HTMLFieldSetElement>(null)
  const focusNext = useFocusNext(rows)

  function add() {
    focusNext(`[data-option="${options.length}"] [data-label]`)
    onChange([...options.map((option, place) => withCode(option, options.slice(0, place))), { code: '', label: '' }])
  }

  function change(place: number, part: Partial<FieldOption>) {
    onChange(options.map((option, index) => (index === place ? { ...option, ...part } : option)))
  }

  return (
    <fieldset
      ref={rows}
      className={classes.options}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        event.stopPropagation()
        add()
      }}
    >
      <legend className={classes.legend}>{legend}</legend>
      {options.map(({ code, label }, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place while they are typed
          key={place}
          className={classes.option}
          data-option={place}
        >
          <TextInput
            size="xs"
            className={classes.code}
            aria-label={t('optionCode', { place: place + 1 })}
            placeholder={t('code')}
            value={code}
            autoComplete="off"
            onChange={(event) => change(place, { code: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            data-label
            aria-label={t('optionLabel', { place: place + 1 })}
            placeholder={t('label')}
            value={label}
            autoComplete="off"
            onChange={(event) => change(place, { label: event.currentTarget.value })}
            onBlur={() => {
              const own = { code, label }
              if (label.trim() !== '') change(place, withCode(own, options.toSpliced(place, 1)))
            }}
          />
          <IconButton
            label={t('optionUp', { place: place + 1 })}
            isDisabled={place === 0}
            onClick={() => {
              // The focus follows the option.
              focusNext(`[data-option="${place - 1}"] button`)
              onChange(swapped(options, place))
            }}
          >
            <IconArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label={t('removeOption', { place: place + 1 })}
            onClick={() => {
              focusNext(`[data-option="${Math.min(place, options.length - 2)}"] button:last-of-type`, '[data-add]')
              onChange(options.toSpliced(place, 1))
            }}
          >
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {error && <p className={classes.error}>{error}</p>}
      <Button size="xs" variant="default" data-add leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {t('addOption')}
      </Button>
    </fieldset>
  )
}

/** The option with the next whole number as its code, if it has none and is labelled. */
function withCode(option: FieldOption, others: readonly FieldOption[]): FieldOption {
  if (option.code.trim() !== '' || option.label.trim() === '') return option
  const numbers = others.map(({ code }) => Number(code)).filter(Number.isInteger)
  return { ...option, code: String(Math.max(0, ...numbers) + 1) }
}

function swapped(options: readonly FieldOption[], place: number): FieldOption[] {
  const moved = options[place]
  return moved ? options.toSpliced(place, 1).toSpliced(place - 1, 0, moved) : [...options]
}
