import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './ConfirmRemoval.module.css'
import { IconButton } from './IconButton.tsx'
import { useSubmission } from './use-submission.ts'

/**
 * A remove button that asks in place before it acts, naming what goes along ("2 studies, 31 subjects"). Keep has the
 * focus; Escape and a click elsewhere keep. A failure lands in the error area.
 */
export function ConfirmRemoval({
  name,
  goesAlong,
  remove,
  isDisabled = false,
  label,
  text,
  question,
  note,
}: {
  /** What is removed, as the person knows it. */
  name: string
  /** What is hidden with it ("2 studies, 31 subjects"), or how to find out; nothing where empty. */
  goesAlong?: string | (() => Promise<string>)
  remove: () => Promise<unknown>
  isDisabled?: boolean
  /** The opener's name for screen readers; 'Remove {name}' unless given. */
  label?: string
  /** Makes the opener, and the button that acts, read so; an icon and 'Remove' unless given. */
  text?: string
  /** 'Remove {name}?' unless given. */
  question?: string
  /** 'Nothing is destroyed …' unless given. */
  note?: string
}) {
  const t = useTranslations('components')
  const [isAsking, setIsAsking] = useState(false)
  const [along, setAlong] = useState('')
  const { submit, isBusy } = useSubmission([], remove)
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

  async function ask() {
    setIsAsking(true)
    setAlong(typeof goesAlong === 'function' ? await goesAlong().catch(() => '') : (goesAlong ?? ''))
  }

  function leave() {
    setIsAsking(false)
    opener.current?.focus()
  }

  async function act() {
    if (!(await submit())) leave()
    else setIsAsking(false)
  }

  const toggle = () => (isAsking ? leave() : void ask())
  return (
    <span ref={place} className={classes.place}>
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
        <div
          className={classes.ask}
          role="alertdialog"
          aria-label={question ?? t('confirmRemoval', { name })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            leave()
          }}
        >
          <p className={classes.question}>{question ?? t('confirmRemoval', { name })}</p>
          {along && <p>{t('goesAlong', { what: along })}</p>}
          <p className={classes.note}>{note ?? t('canBePutBack')}</p>
          <div className={classes.actions}>
            <Button ref={keep} size="xs" variant="default" onClick={leave}>
              {t('keep')}
            </Button>
            <Button size="xs" className={classes.remove} aria-disabled={isBusy || undefined} onClick={() => void act()}>
              {isBusy ? t('removing') : (text ?? t('remove'))}
            </Button>
          </div>
        </div>
      )}
    </span>
  )
}
