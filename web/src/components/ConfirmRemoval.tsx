import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './ConfirmRemoval.module.css'
import { useSubmission } from './use-submission.ts'

/**
 * A remove button that asks in place before it acts, naming what goes along ("2 studies, 31 subjects"). Cancel has the
 * focus, Escape keeps. A failure lands in the error area.
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
  icon = <IconTrash size={18} aria-hidden />,
}: {
  /** What is removed, as the person knows it. */
  name: string
  /** What is hidden with it ("2 studies, 31 subjects"), or how to find out; nothing where empty. */
  goesAlong?: string | (() => Promise<string>)
  remove: () => Promise<unknown>
  isDisabled?: boolean
  /** The button's name; 'Remove {name}' unless given. */
  label?: string
  /** Makes the opener a button that reads so; an icon unless given. */
  text?: string
  /** 'Remove {name}?' unless given. */
  question?: string
  /** 'Nothing is destroyed …' unless given. */
  note?: string
  icon?: ReactNode
}) {
  const t = useTranslations('components')
  const [isAsking, setIsAsking] = useState(false)
  const [along, setAlong] = useState(typeof goesAlong === 'string' ? goesAlong : '')
  const { submit, isBusy } = useSubmission([], remove)
  const keep = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const buttonLabel = label ?? t('removeNamed', { name })

  useEffect(() => {
    if (isAsking) keep.current?.focus()
  }, [isAsking])

  async function ask() {
    setIsAsking(true)
    if (typeof goesAlong !== 'function') return setAlong(goesAlong ?? '')
    setAlong(await goesAlong().catch(() => ''))
  }

  function leave() {
    setIsAsking(false)
    requestAnimationFrame(() => opener.current?.focus())
  }

  if (!isAsking && text !== undefined) {
    return (
      <Button
        ref={opener}
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={buttonLabel}
        disabled={isDisabled}
        onClick={() => void ask()}
      >
        {text}
      </Button>
    )
  }
  if (!isAsking) {
    return (
      <ActionIcon
        ref={opener}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={buttonLabel}
        title={buttonLabel}
        disabled={isDisabled}
        onClick={() => void ask()}
      >
        {icon}
      </ActionIcon>
    )
  }
  return (
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
        <Button
          size="xs"
          color="red.9"
          aria-disabled={isBusy}
          onClick={() => void submit().then((ok) => ok || leave())}
        >
          {isBusy ? t('removing') : buttonLabel}
        </Button>
      </div>
    </div>
  )
}
