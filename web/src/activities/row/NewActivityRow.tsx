import { useEffect, useState } from 'react'
import { useFindAuthor } from '../../history/find-author.ts'
import { emptyActivity, storedActivity } from '../record/stored-activity.ts'
import { dayOfTyped } from '../record/typed-activity.ts'
import { ActivityEditRow } from './ActivityEditRow.tsx'
import { ActivityNotInRecord } from './ActivityRowNotices.tsx'
import type { RowContext } from './row-context.ts'
import { useActivityDraft } from './use-activity-draft.ts'

/**
 * The row that 'Add activity' opens: mode new, with the type not selected yet. With an earlier draft it opens
 * automatically. If a colleague records the selected type meanwhile, the row becomes a change of that activity.
 */
export function NewActivityRow({
  context,
  isOpen,
  onOpen,
  onClose,
}: {
  context: RowContext
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}) {
  const { subjectid, zone, date, activities } = context
  const [takenid, setTakenid] = useState<string>()
  const taken = activities.find(({ activitytypeid }) => activitytypeid === takenid)
  const form = useActivityDraft(
    `new-activity/${subjectid}`,
    subjectid,
    taken ? storedActivity(taken, zone) : emptyActivity('', date),
    { zone, day: dayOfTyped(date, zone), findAuthor: useFindAuthor(context, 'activity', takenid ?? ''), isOpen },
  )
  const { isRestored, isChanged } = form.draft
  const typedid = form.typed.activitytypeid
  const isTaken = isOpen && !form.isBusy && activities.some(({ activitytypeid }) => activitytypeid === typedid)
  useEffect(() => {
    if (isTaken) setTakenid(typedid)
  }, [isTaken, typedid])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a draft of an earlier visit opens the row
  useEffect(() => {
    if (isRestored && isChanged) onOpen()
  }, [])

  function close() {
    setTakenid(undefined)
    onClose()
  }

  if (context.isDisabled) return <ActivityNotInRecord form={form} context={context} />
  if (!isOpen) return null
  return (
    <ActivityEditRow
      name=""
      canSelect={takenid === undefined}
      context={context}
      form={form}
      filesButton={null}
      onSaved={() => {
        close()
        context.onSaved()
      }}
      onClose={close}
    />
  )
}
