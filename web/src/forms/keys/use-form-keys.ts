import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { choiceMeant, newTypedWord } from './choice-keys.ts'
import { arriveAt, type Control, fieldOf, isAnswer, isControl, isOpenList, nextStop } from './form-stops.ts'
import { newScanWatch } from './scanned.ts'

/** A field that Enter left, and what was pressed with it. */
type Left = { field: Control; form: HTMLElement; isCommand: boolean; isBack: boolean }

/**
 * The keys of a form that is filled in, for the element around its fields. Enter goes on to the next field, and in the
 * last one presses the button inside the element that saves, if any; Ctrl or ⌘ with Enter does so anywhere. The Enter of
 * a barcode scanner stays in its field. Answers that are pressed take their first letters or their code.
 */
export function useFormKeys() {
  const [isScan] = useState(newScanWatch)
  const [meantByWord] = useState(newTypedWord)
  const [left, setLeft] = useState<Left>()
  // What leaving a field does to it may show the next one, which is there now.
  useLayoutEffect(() => {
    if (!left) return
    setLeft(undefined)
    goOn(left)
  }, [left])

  function enter(event: KeyboardEvent<HTMLElement>, isOfScanner: boolean) {
    const { target, currentTarget } = event
    const isCommand = event.ctrlKey || event.metaKey
    if (!isControl(target) || event.altKey) return
    if (!isCommand && (target instanceof HTMLTextAreaElement || isOpenList(target))) return
    event.preventDefault()
    if (event.repeat || (isOfScanner && !isCommand)) return
    target.blur()
    setLeft({ field: target, form: currentTarget, isCommand, isBack: event.shiftKey })
  }

  function choose(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event
    const isLetter = [...key].length === 1 && key !== ' '
    if (!isLetter || event.ctrlKey || event.metaKey || event.altKey || !isControl(target)) return
    const { timeStamp: at } = event.nativeEvent
    const list = fieldOf(target)
    if (isAnswer(target)) {
      const answers = [...list.querySelectorAll<HTMLInputElement>('input:enabled')].filter(isAnswer)
      const choices = answers.map(({ value, labels }) => ({ code: value, label: labels?.[0]?.textContent ?? '' }))
      const current = target.type === 'radio' && !target.checked ? -1 : answers.indexOf(target)
      const meant = meantByWord({ key, at, list }, (typed) => choiceMeant(choices, typed, current))
      const answer = meant && answers[meant.place]
      if (!answer) return
      event.preventDefault()
      answer.focus()
      if (answer.type === 'radio' ? !answer.checked : meant.isOnly) answer.click()
    } else if (target instanceof HTMLSelectElement && !isOpenList(target)) {
      // The browser finds labels itself.
      const options = [...target.options].filter(({ disabled }) => !disabled)
      const choices = options.map(({ value }) => ({ code: value, label: '' }))
      const isLabel = (typed: string) =>
        choiceMeant(
          options.map(({ label }) => ({ code: '', label })),
          typed,
          -1,
        ) !== undefined
      const meant = meantByWord({ key, at, list }, (typed) =>
        isLabel(typed) ? undefined : choiceMeant(choices, typed, target.selectedIndex),
      )
      const option = meant && options[meant.place]
      if (!option) return
      event.preventDefault()
      target.value = option.value
      target.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget, key, nativeEvent } = event
      if (event.defaultPrevented || nativeEvent.isComposing) return
      if (isSummary(target) && isSavingKey(event)) {
        event.preventDefault()
        if (!event.repeat) save(currentTarget)
      }
      if (!isControl(target)) return
      const isOfScanner = isScan({ key, at: nativeEvent.timeStamp, isRepeated: event.repeat })
      if (key === 'Enter') enter(event, isOfScanner)
      else choose(event)
    },
    /** The keyboard of a phone says what its Enter does. */
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!(target instanceof HTMLInputElement) || target.type === 'radio' || target.type === 'checkbox') return
      target.enterKeyHint = nextStop(currentTarget, target, false) ? 'next' : 'done'
    },
  }
}

function goOn({ field, form, isCommand, isBack }: Left): void {
  const next = isCommand ? undefined : nextStop(form, field, isBack)
  if (next) {
    arriveAt(next)
    return
  }
  field.focus({ preventScroll: true })
  if (isCommand || !isBack) save(form)
}

function save(form: HTMLElement): void {
  form.querySelector<HTMLElement>('button[type=submit]')?.click()
}

/** The heading of a section, which Enter folds. */
function isSummary(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.tagName === 'SUMMARY'
}

function isSavingKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !altKey
}
