import { wholeDivisionIn } from '@casebook/domain/expressions/whole-division.ts'
import { TextInput } from '@mantine/core'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Completion, completed, completionsAt } from './completions.ts'
import classes from './ExpressionInput.module.css'
import type { KnownField } from './known-fields.ts'

const functions = ['round', 'days', 'years', 'sum', 'mean', 'count', 'filled', 'today', 'now'] as const
const calls: Record<(typeof functions)[number], string> = {
  round: 'round(, 1)',
  days: 'days(, )',
  years: 'years(, )',
  sum: 'sum([])',
  mean: 'mean([])',
  count: 'count([])',
  filled: 'filled()',
  today: 'today()',
  now: 'now()',
}

/** An expression that is typed, with the fields and functions that fit what was begun. Arrows choose, Enter or Tab takes. */
export function ExpressionInput({
  label,
  description,
  value,
  error,
  fields,
  canReadToday,
  onChange,
}: {
  label: string
  description?: React.ReactNode
  value: string
  error: string | undefined
  fields: readonly KnownField[]
  canReadToday: boolean
  onChange: (value: string) => void
}) {
  const t = useTranslations('formTypes')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const [at, setAt] = useState<number>()
  const [chosen, setChosen] = useState(0)
  const offered: Completion[] = [
    ...fields.map(({ variable, label: detail }) => ({ text: variable, detail })),
    ...functions
      .filter((name) => canReadToday || (name !== 'today' && name !== 'now'))
      .map((name) => ({ text: calls[name], detail: t(`functions.${name}`) })),
  ]
  const { from, options } = at === undefined ? { from: 0, options: [] } : completionsAt(value, at, offered)
  const isOpen = options.length > 0
  const place = Math.min(chosen, options.length - 1)
  const division = wholeDivisionIn(value)

  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  function take(option: Completion | undefined) {
    if (!option) return
    const done = completed(value, { from, to: at ?? from, text: option.text })
    caret.current = done.caret
    setAt(undefined)
    onChange(done.source)
  }

  return (
    <div className={classes.place}>
      <TextInput
        ref={input}
        label={label}
        description={description}
        value={value}
        error={error}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.input }}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}list` : undefined}
        aria-activedescendant={isOpen ? `${id}${place}` : undefined}
        onChange={(event) => {
          setAt(event.currentTarget.selectionStart ?? event.currentTarget.value.length)
          setChosen(0)
          onChange(event.currentTarget.value)
        }}
        onBlur={() => setAt(undefined)}
        onKeyDown={(event) => {
          if (!isOpen) return
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          if (step !== 0) setChosen((place + step + options.length) % options.length)
          else if (event.key === 'Enter' || event.key === 'Tab') take(options[place])
          else if (event.key === 'Escape') setAt(undefined)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {division && (
        <p role="status" className={classes.warning}>
          {t('wholeDivision', division)}
        </p>
      )}
      {isOpen && (
        <div id={`${id}list`} role="listbox" aria-label={t('completions')} className={classes.list}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
            <div
              key={option.text}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === place}
              className={classes.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              <code>{option.text}</code>
              <span>{option.detail}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
