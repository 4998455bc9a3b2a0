import { useTranslations } from 'use-intl'
import { loadUndoOffer } from '../../components/removal/RemovalNotice.tsx'
import { offerUndo } from '../../components/removal/removal-offer.ts'
import { ChosenAct } from './ChosenAct.tsx'
import type { Chosen } from './one-by-one.ts'

/** Removes chosen records one after the other, and offers to put all of them back. */
export function RemoveChosen({
  all,
  note,
  remove,
  restore,
}: {
  all: readonly Chosen[]
  /** 'Nothing is destroyed …' by default. */
  note?: string
  remove: (chosen: Chosen) => Promise<unknown>
  /** Puts one back. Undefined for people who may not. */
  restore: ((chosen: Chosen) => Promise<unknown>) | undefined
}) {
  const t = useTranslations('removed.chosen')
  const ofRemoval = useTranslations('components')

  function offer(done: readonly Chosen[]) {
    if (!restore) return
    void loadUndoOffer()
    const removed = [...done]
    offerUndo({
      record: `chosen/${done.map(({ key }) => key).join('/')}`,
      removed: { count: done.length },
      // If one is refused, Undo goes on there.
      async undo() {
        for (let chosen = removed.at(-1); chosen; chosen = removed.at(-1)) {
          await restore(chosen)
          removed.pop()
        }
      },
    })
  }

  return (
    <ChosenAct
      all={all}
      text={t('remove')}
      question={(count) => t('question', { count })}
      note={note ?? ofRemoval('canBePutBack')}
      act={remove}
      onDone={offer}
    />
  )
}
