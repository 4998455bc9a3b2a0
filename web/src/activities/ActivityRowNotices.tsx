// biome-ignore-all lint/a11y/noRedundantRoles: where the rows take another display, tables lose their meaning; the roles keep it
import { ConflictNotice } from '../components/ConflictNotice.tsx'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { LeaveQuestion } from '../components/LeaveQuestion.tsx'
import classes from './ActivityRows.module.css'
import { activityText } from './typed-activity.ts'
import type { useActivityDraft } from './use-activity-draft.ts'

/** What an open row has to say, over the whole width below it; nothing where it has nothing to say. */
export function ActivityRowNotices({
  form,
  isLeaving,
  onStay,
  onLeave,
  onSaveMine,
}: {
  form: ReturnType<typeof useActivityDraft>
  isLeaving: boolean
  onStay: () => void
  onLeave: () => void
  onSaveMine: (version: number) => void
}) {
  const { draft, conflict } = form
  const isDraftShown = draft.isRestored && draft.isChanged
  if (!isLeaving && !conflict && !isDraftShown) return null
  return (
    <tr role="row" className={classes.below}>
      <td role="cell" colSpan={6}>
        <div className={classes.notices}>
          {isLeaving && <LeaveQuestion onStay={onStay} onLeave={onLeave} />}
          <ConflictNotice
            conflict={conflict}
            theirs={activityText(form.saved)}
            onSaveMine={onSaveMine}
            onTakeTheirs={form.discard}
          />
          {!isLeaving && !conflict && <DraftNotice draft={{ ...draft, discard: form.discard }} />}
        </div>
      </td>
    </tr>
  )
}
