import { useEffect } from 'react'
import { ActivityEditRow } from './ActivityEditRow.tsx'
import type { RowContext } from './ActivityRow.tsx'
import { newActivity } from './typed-activity.ts'
import { useActivityDraft } from './use-activity-draft.ts'

/** The row that 'Add activity' opens: mode new, its type yet to be selected. With a draft it opens by itself. */
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
  const { subjectid, zone, date } = context
  const form = useActivityDraft(`new-activity/${subjectid}/`, subjectid, newActivity('', date), zone)
  const { isRestored, isChanged } = form.draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what an earlier visit left opens the row
  useEffect(() => {
    if (isRestored && isChanged) onOpen()
  }, [])

  if (!isOpen) return null
  return (
    <ActivityEditRow
      name=""
      isNew
      context={context}
      form={form}
      filesButton={null}
      onSaved={() => {
        onClose()
        context.onSaved()
      }}
      onClose={onClose}
    />
  )
}
