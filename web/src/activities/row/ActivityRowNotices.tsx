// biome-ignore-all lint/a11y/noRedundantRoles: rows with another display lose their table semantics without the roles
import { Problem } from '@casebook/domain/shared/problems.ts'
import { visitKey } from '@casebook/domain/visits/places/places.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LeaveQuestion } from '../../components/notices/LeaveQuestion.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { NotInRecord } from '../../history/NotInRecord.tsx'
import { RecordNotices } from '../../records/RecordNotices.tsx'
import { timeOfField } from '../record/typed-activity.ts'
import classes from './looks/ActivityRows.module.css'
import type { RowContext } from './row-context.ts'
import type { ActivityEditor } from './use-activity-editor.ts'

/** The notices of an open row, across the whole width below it. Empty if there are none. */
export function ActivityRowNotices({
  editor,
  isTypeRemoved,
  isLeaving,
  onStay,
  onLeave,
  onPutBack,
}: {
  editor: ActivityEditor
  /** The activity is not saved, and its type is no longer offered. */
  isTypeRemoved: boolean
  isLeaving: boolean
  onStay: () => void
  onLeave: () => void
  onPutBack: () => void
}) {
  const t = useTranslations('activities')
  const told = useTexts(editor)
  const { isRestored, isRemoved, refusal } = editor
  const isAsking = Object.keys(editor.asked).length > 0
  const isTold = isAsking || isRestored || isTypeRemoved || isRemoved || refusal !== undefined
  if (!isLeaving && !isTold) return null

  return (
    <Below>
      {isLeaving && <LeaveQuestion onStay={onStay} onLeave={onLeave} />}
      {refusal !== undefined && <Notice kind="error">{refusal}</Notice>}
      {!isLeaving && isTypeRemoved && (
        <Notice kind="warning" title={t('typeRemoved')}>
          {t('typeRemovedText')}
        </Notice>
      )}
      {!isLeaving && !isTypeRemoved && <RecordNotices {...told} onPutBack={onPutBack} />}
    </Below>
  )
}

/** While the subject is not open: what was typed in the row and never saved. Empty without a draft. */
export function ActivityNotInRecord({ editor, context }: { editor: ActivityEditor; context: RowContext }) {
  const told = useTexts(editor)
  if (!editor.isChanged) return null
  const nameOf = (id: string) => context.unused.find(({ activitytypeid }) => activitytypeid === id)?.description ?? ''
  return (
    <Below>
      <NotInRecord
        subject={context}
        {...told}
        text={(key, value) => (key === 'activitytypeid' ? nameOf(value) : told.text(key, value))}
      />
    </Below>
  )
}

function Below({ children }: { children: ReactNode }) {
  return (
    <tr role="row" className={classes.below}>
      <td role="cell" colSpan={6}>
        <div className={classes.notices} data-draft>
          {children}
        </div>
      </td>
    </tr>
  )
}

/** The row's draft with its fields' labels and values as the row shows them. */
function useTexts(editor: ActivityEditor) {
  const { typed, validated } = editor
  const t = useTranslations('activities')
  const labels = new Map([
    ['startTime', t('start')],
    ['stopTime', t('stop')],
    ['comment', t('comment')],
    ['label', t('label')],
    ['visit', t('visit')],
  ])
  return {
    copy: editor,
    label: (key: string) => labels.get(key) ?? t('type'),
    text(key: string, value: string) {
      if (key === 'visit') return editor.row?.visits.find((visit) => visitKey(visit) === value)?.name ?? t('noVisit')
      if (key !== 'startTime' && key !== 'stopTime') return value
      const { text, isSecond } = timeOfField(value)
      const input = key === 'startTime' ? 'start' : 'stop'
      const read = validated[input]
      // What was typed is shown as understood, so that both sides of a question are written alike.
      const shown = text === typed[input].text && !(read instanceof Problem) ? read.text : text
      return isSecond ? `${shown} ${t('secondMark')}` : shown
    },
  }
}
