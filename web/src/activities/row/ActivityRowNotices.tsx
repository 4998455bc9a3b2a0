// biome-ignore-all lint/a11y/noRedundantRoles: rows with another display lose their table semantics without the roles
import { Problem } from '@casebook/domain/shared/problems.ts'
import { useTranslations } from 'use-intl'
import { LeaveQuestion } from '../../components/notices/LeaveQuestion.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { DraftNotices } from '../../drafts/DraftNotices.tsx'
import { timeOfField } from '../record/typed-activity.ts'
import classes from './ActivityRows.module.css'
import type { useActivityDraft } from './use-activity-draft.ts'

/** The notices of an open row, across the whole width below it. Empty if there are none. */
export function ActivityRowNotices({
  form,
  isLeaving,
  onStay,
  onLeave,
  onPutBack,
}: {
  form: ReturnType<typeof useActivityDraft>
  isLeaving: boolean
  onStay: () => void
  onLeave: () => void
  onPutBack: () => void
}) {
  const t = useTranslations('activities')
  const { draft, refusal } = form
  const labels = new Map([
    ['startTime', t('start')],
    ['stopTime', t('stop')],
    ['comment', t('comment')],
  ])
  const isAsking = Object.keys(draft.state.asked).length > 0
  const isDraftShown = draft.isRestored && draft.isChanged
  if (!isLeaving && !isAsking && !isDraftShown && !draft.isRemoved && refusal === undefined) return null

  function textOf(key: string, value: string) {
    if (key !== 'startTime' && key !== 'stopTime') return value
    const { text, isSecond } = timeOfField(value)
    const input = key === 'startTime' ? 'start' : 'stop'
    const read = form.validated[input]
    // What was typed is shown as understood, so that both sides of a question are written alike.
    const shown = text === form.typed[input].text && !(read instanceof Problem) ? read.text : text
    return isSecond ? `${shown} ${t('secondMark')}` : shown
  }

  return (
    <tr role="row" className={classes.below}>
      <td role="cell" colSpan={6}>
        <div className={classes.notices} data-draft>
          {isLeaving && <LeaveQuestion onStay={onStay} onLeave={onLeave} />}
          {refusal !== undefined && <Notice kind="error">{refusal}</Notice>}
          {!isLeaving && (
            <DraftNotices
              draft={draft}
              label={(key) => labels.get(key) ?? t('type')}
              text={textOf}
              onPutBack={onPutBack}
              onDiscard={form.discard}
            />
          )}
        </div>
      </td>
    </tr>
  )
}
