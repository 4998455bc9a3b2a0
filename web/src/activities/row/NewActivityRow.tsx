import { useEffect } from 'react'
import { newActivityCopy } from '../record/activity-copy.ts'
import { ActivityEditRow } from './ActivityEditRow.tsx'
import { ActivityNotInRecord } from './ActivityRowNotices.tsx'
import type { RowContext } from './row-context.ts'
import { useActivityEditor } from './use-activity-editor.ts'

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
  const editor = useActivityEditor(newActivityCopy(context))
  const { isRestored } = editor
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a draft of an earlier visit opens the row
  useEffect(() => {
    if (isRestored) onOpen()
  }, [])

  if (context.isDisabled) return <ActivityNotInRecord editor={editor} context={context} />
  if (!isOpen) return null
  return (
    <ActivityEditRow
      name=""
      canSelect={editor.entry.base.version === null}
      context={context}
      editor={editor}
      filesButton={null}
      onSaved={() => {
        onClose()
        context.onSaved()
      }}
      onClose={onClose}
    />
  )
}
