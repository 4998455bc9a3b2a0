import { Button, CloseButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSubmission } from '../form/use-submission.ts'
import { Refusal } from '../notices/Refusal.tsx'
import { focusPlace, headingAround } from '../page/focus-after.ts'
import { type RemovalOffer, withdrawOffer } from './removal-offer.ts'
import classes from './UndoOffer.module.css'

/** How long the offer stays on other screens. The history and the list of removed records offer the same permanently. */
const shownMs = 30_000

/** One removal, with a button to undo it. */
export function UndoOffer({ offer }: { offer: RemovalOffer }) {
  const t = useTranslations('components')
  const { offerid, text, undo, openerLabel } = offer
  const box = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { submit, isBusy, refusal } = useSubmission([], undo, { isBeside: true })

  // The focused row is gone; the offer is the closest element.
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const timer = setInterval(() => {
      const isInUse = box.current?.matches(':hover') || box.current?.contains(document.activeElement)
      if (!isInUse) withdrawOffer(offerid)
    }, shownMs)
    return () => clearInterval(timer)
  }, [offerid])

  function leave() {
    withdrawOffer(offerid)
    focusPlace(headingAround(null))
  }

  async function onUndo() {
    if (!(await submit())) return
    withdrawOffer(offerid)
    requestAnimationFrame(() => {
      const opener = document.querySelector<HTMLElement>(`[data-removal="${CSS.escape(openerLabel)}"] button`)
      if (opener) opener.focus()
      else focusPlace(headingAround(null))
    })
  }

  return (
    <section
      ref={box}
      aria-label={text}
      className={classes.notice}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        leave()
      }}
    >
      <IconTrash size={18} aria-hidden className={classes.icon} />
      <div className={classes.text}>
        <p role="status">{text}</p>
        <Refusal text={refusal} />
      </div>
      <Button
        ref={button}
        size="xs"
        variant="default"
        aria-disabled={isBusy || undefined}
        onClick={() => void onUndo()}
      >
        {isBusy ? t('undoing') : t('undo')}
      </Button>
      <CloseButton aria-label={t('close')} onClick={leave} />
    </section>
  )
}
