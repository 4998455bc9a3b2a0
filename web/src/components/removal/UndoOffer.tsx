import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSubmission } from '../form/use-submission.ts'
import { FloatingNotice } from '../notices/FloatingNotice.tsx'
import { Refusal } from '../notices/Refusal.tsx'
import { focusPlace, headingAround } from '../page/focus-after.ts'
import { type RemovalOffer, withdrawOffer } from './removal-offer.ts'

/** How long the offer stays on other screens. The history and the list of removed records offer the same permanently. */
const shownMs = 30_000

/** Selects the element around the button that removed it. */
function removalOf(openerLabel: string): string {
  return `[data-removal="${CSS.escape(openerLabel)}"]`
}

/** One removal, with a button to undo it. */
export function UndoOffer({ offer }: { offer: RemovalOffer }) {
  const t = useTranslations('components')
  const { offerid, text, undo, openerLabel } = offer
  const box = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { submit, isBusy, refusal } = useSubmission([], undo, { isBeside: true })

  // The focused row is about to go; the offer is the closest element. Whoever went on to something else stays there.
  useEffect(() => {
    const control = document.activeElement?.closest('a, button, input, select, textarea')
    if (!control || control.closest(removalOf(openerLabel))) button.current?.focus({ preventScroll: true })
  }, [openerLabel])
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
      const opener = document.querySelector<HTMLElement>(`${removalOf(openerLabel)} button`)
      if (opener) opener.focus()
      else focusPlace(headingAround(null))
    })
  }

  return (
    <FloatingNotice
      ref={box}
      side="left"
      icon={<IconTrash size={18} aria-hidden />}
      text={text}
      below={<Refusal text={refusal} />}
      actions={
        <Button
          ref={button}
          size="xs"
          variant="default"
          aria-disabled={isBusy || undefined}
          onClick={() => void onUndo()}
        >
          {isBusy ? t('undoing') : t('undo')}
        </Button>
      }
      onClose={leave}
      onEscape={leave}
    />
  )
}
