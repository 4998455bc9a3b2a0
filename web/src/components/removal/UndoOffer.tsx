import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { rereadShown } from '../../calls/graphql.ts'
import { useSubmission } from '../form/use-submission.ts'
import { FloatingNotice } from '../notices/FloatingNotice.tsx'
import { Refusal } from '../notices/Refusal.tsx'
import { focusPlace, headingAround } from '../page/focus-after.ts'
import { type RemovalOffer, tellBack, withdrawOffer } from './removal-offer.ts'

/** How long the offer stays on other screens. The history and the list of removed records offer the same permanently. */
const shownMs = 30_000

/** Refusals of Undo that mean that somebody has restored the record already. */
const backReasons = new Set(['form.taken', 'activity.taken', 'subject.device.taken', 'removed.missing'])
/** How long the notice then says so. */
const saidMs = 6_000

function isRestored(thrown: unknown): boolean {
  return failuresOf(thrown).some(({ reason }) => reason !== undefined && backReasons.has(reason))
}

/** Selects the element around the button that removed the record. */
function removalOf(record: string): string {
  return `[data-removal="${CSS.escape(record)}"]`
}

/** One removal, with a button to undo it. */
export function UndoOffer({ offer }: { offer: RemovalOffer }) {
  const t = useTranslations('components')
  const { offerid, removed, isBack } = offer
  // An offer about what is back no longer has it.
  const [record] = useState(offer.record)
  const text = 'count' in removed ? t('done.chosen', removed) : t(`done.${removed.verb}`, removed)
  const box = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { submit, isBusy, refusal } = useSubmission([], undo, { isBeside: true, isExplained: isRestored })
  async function undo() {
    try {
      await offer.undo()
    } catch (thrown) {
      if (isRestored(thrown)) {
        tellBack(offerid)
        await rereadShown()
      }
      throw thrown
    }
  }
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => withdrawOffer(offerid), saidMs)
    return () => clearTimeout(timer)
  }, [isBack, offerid])

  // The focused row is about to go; the offer is the closest element. Whoever went on to something else stays there.
  useEffect(() => {
    const control = document.activeElement?.closest('a, button, input, select, textarea')
    if (!control || control.closest(removalOf(record))) button.current?.focus({ preventScroll: true })
  }, [record])
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
      const opener = document.querySelector<HTMLElement>(`${removalOf(record)} button`)
      if (opener) opener.focus()
      else focusPlace(headingAround(null))
    })
  }

  return (
    <FloatingNotice
      ref={box}
      side="left"
      icon={<IconTrash size={18} aria-hidden />}
      text={isBack ? t('alreadyBack', { text }) : text}
      below={<Refusal text={refusal} />}
      actions={
        !isBack && (
          <Button
            ref={button}
            size="xs"
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() => void onUndo()}
          >
            {isBusy ? t('undoing') : t('undo')}
          </Button>
        )
      }
      onClose={leave}
      onEscape={leave}
    />
  )
}
