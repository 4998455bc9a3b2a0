import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { FirmButton } from '../buttons/FirmButton.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { useSubmission } from '../form/use-submission.ts'
import { Question } from '../notices/Question.tsx'
import { Refusal } from '../notices/Refusal.tsx'
import { headingAround, keepFocus } from '../page/focus-after.ts'
import classes from './ConfirmRemoval.module.css'
import { loadUndoOffer } from './RemovalNotice.tsx'
import { offerUndo, withdrawOfferOf } from './removal-offer.ts'

/** What can be restored has a name among all records, such as 'form/SUBJECTID/FORMTYPEID'. */
type Undoable =
  | {
      record: string
      /** Restores it. Undefined if this person may not. */
      undo: (() => Promise<unknown>) | undefined
    }
  | { record?: undefined; undo?: undefined }

/**
 * A remove button that asks inline before it acts, naming what is removed along with it ("2 studies, 31 subjects").
 * Keep has the focus; Escape and a click elsewhere cancel. A failure is shown in the question, which stays open, and in
 * the error area. Afterwards a notice offers to undo it.
 */
export function ConfirmRemoval({
  name,
  removedAlong,
  remove,
  record,
  undo,
  verb = 'remove',
  busyText,
  keepText,
  isDisabled = false,
  label,
  text,
  question,
  note,
  entry,
}: {
  /** The name under which the person knows it. */
  name: string
  /**
   * What is removed along with it ("2 studies, 31 subjects"), or a function that finds out. Undefined if it contains
   * nothing.
   */
  removedAlong?: string | (() => Promise<string>)
  /**
   * Removes the record as it is shown, with its version; given what is typed into `entry`. What is drawn while the
   * question stands is not removed for it.
   */
  remove: (typed: string) => Promise<unknown>
  /** The verb in the button, the question and the notice. */
  verb?: 'remove' | 'delete' | 'mark'
  /** The text of the button while it acts; 'Removing...' by default, or that of `verb`. */
  busyText?: string
  /** The text of the button that cancels; 'Keep' by default. */
  keepText?: string
  isDisabled?: boolean
  /** The button's accessible name; 'Remove {name}' by default. */
  label?: string
  /** The text of both buttons; an icon and 'Remove' by default. */
  text?: string
  /** 'Remove {name}?' by default. */
  question?: string
  /** 'Nothing is destroyed …' by default. */
  note?: string
  /** A field of the question, given its text, which stands there again when the question is asked again. */
  entry?: (typed: string, onType: (text: string) => void) => ReactNode
} & Undoable) {
  const t = useTranslations('components')
  const [isAsking, setIsAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const locale = useLocale()
  const [counted, setCounted] = useState('')
  const isCounted = typeof removedAlong === 'function'
  const along = isCounted ? counted : removedAlong
  /** Of what was shown when the question was asked. */
  const asked = useRef<typeof remove>(undefined)
  const { submit, isBusy, refusal, clear } = useSubmission([], removeAsked, { isBeside: true, isCard: true })
  const place = useRef<HTMLSpanElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const openerLabel = label ?? t('removeNamed', { name })

  useEffect(() => {
    if (!isAsking) return
    keep.current?.focus({ preventScroll: true })
    keep.current?.closest('[role="alertdialog"]')?.scrollIntoView({ block: 'nearest' })
    function onPointer(event: PointerEvent) {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setIsAsking(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isAsking])

  // Found out again in another language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one each time
  useEffect(() => {
    if (!isAsking || !isCounted) return
    let isWanted = true
    const show = (what: string) => isWanted && setCounted(what)
    removedAlong().then(show, () => show(''))
    return () => {
      isWanted = false
    }
  }, [isAsking, isCounted, locale])

  // Whoever restored it, there is nothing to undo once it can be removed again.
  useEffect(() => {
    if (record !== undefined && !isDisabled) withdrawOfferOf(record)
  }, [record, isDisabled])

  function ask() {
    clear()
    asked.current = remove
    setCounted('')
    setIsAsking(true)
    if (undo) loadUndoOffer().catch(() => undefined)
  }

  function leave() {
    setIsAsking(false)
    opener.current?.focus()
  }

  async function removeAsked() {
    try {
      await (asked.current ?? remove)(typed)
    } catch (thrown) {
      // The question says who changed it: the next press removes what is shown by then.
      if (failuresOf(thrown).some(({ current }) => current)) asked.current = undefined
      throw thrown
    }
  }

  async function act() {
    const heading = headingAround(place.current)
    if (!(await submit())) return
    setIsAsking(false)
    if (undo && record !== undefined) offerUndo({ record, removed: { verb, name }, undo })
    else keepFocus(heading)
  }

  const toggle = () => (isAsking ? leave() : ask())
  return (
    <span ref={place} className={classes.place} data-removal={record ?? ''}>
      {text === undefined ? (
        <IconButton ref={opener} label={openerLabel} isExpanded={isAsking} isDisabled={isDisabled} onClick={toggle}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      ) : (
        <button
          ref={opener}
          type="button"
          className={classes.opener}
          aria-label={openerLabel}
          aria-expanded={isAsking}
          disabled={isDisabled}
          onClick={toggle}
        >
          {text}
        </button>
      )}
      {isAsking && (
        <Question label={question ?? t('confirmRemoval', { name })} className={classes.ask} onLeave={leave}>
          <p className={classes.question}>{question ?? t('confirmRemoval', { name })}</p>
          {along && <p>{t('removedAlong', { what: along })}</p>}
          <p className={classes.note}>{note ?? t('canBePutBack')}</p>
          {entry?.(typed, setTyped)}
          <Refusal text={refusal} />
          <div className={classes.actions}>
            <Button ref={keep} size="xs" variant="default" onClick={leave}>
              {keepText ?? t('keep')}
            </Button>
            <FirmButton size="xs" aria-disabled={isBusy || undefined} onClick={() => void act()}>
              {isBusy ? (busyText ?? t(`doing.${verb}`)) : (text ?? t(`verb.${verb}`))}
            </FirmButton>
          </div>
        </Question>
      )}
    </span>
  )
}
