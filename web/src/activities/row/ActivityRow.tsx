import { isOptional } from '@casebook/domain/visits/asked.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { activityCopy } from '../record/activity-copy.ts'
import type { ActivityRowData } from '../record/activity-record.ts'
import { useActivityName } from '../record/use-activity-name.ts'
import { ActivityEditRow } from './ActivityEditRow.tsx'
import { ActivityNotInRecord } from './ActivityRowNotices.tsx'
import { ActivityShowRow } from './ActivityShowRow.tsx'
import type { RowContext } from './row-context.ts'
import { useActivityEditor } from './use-activity-editor.ts'

/**
 * One activity type's row in one of three modes: show (nothing editable), edit (everything except the type) and new
 * (everything). A placeholder opens as new. A row with an earlier draft opens automatically.
 */
export function ActivityRow({
  row,
  context,
  isChanged,
  filesButton,
  below,
}: {
  row: ActivityRowData
  context: RowContext
  isChanged: boolean
  filesButton: ReactNode
  below: ReactNode
}) {
  const { zone, isDisabled, isAddingBlocked, onSaved } = context
  const { activity, running, description, key } = row
  const nameOf = useActivityName()
  const begun = activity ?? running
  const name = begun ? nameOf(begun) : description
  const [isOpened, setIsOpened] = useState(false)
  const editor = useActivityEditor(activityCopy(context, key))
  const isOpen = isOpened || editor.isChanged || editor.isRemoved
  const element = useRef<HTMLTableRowElement>(null)
  const wasOpen = useRef(isOpen)

  useEffect(() => {
    if (wasOpen.current && !isOpen) element.current?.querySelector<HTMLElement>('[data-row-focus]')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen && !isDisabled) {
    return (
      <>
        <ActivityEditRow
          name={name}
          isNext={row.isAnother}
          context={context}
          editor={editor}
          filesButton={filesButton}
          onSaved={() => {
            setIsOpened(false)
            onSaved()
          }}
          onClose={() => setIsOpened(false)}
        />
        {below}
      </>
    )
  }
  return (
    <>
      <ActivityShowRow
        ref={element}
        subject={context}
        row={row}
        name={name}
        zone={zone}
        worn={activity && context.wornIn(activity)}
        isOptional={
          !begun && !row.isAnother && context.visit !== undefined && isOptional(context.visit, row.activitytypeid)
        }
        isFinal={isDisabled}
        isDisabled={isDisabled || (!activity && isAddingBlocked)}
        isChanged={isChanged}
        filesButton={filesButton}
        onOpen={() => setIsOpened(true)}
        onSaved={onSaved}
      />
      {isDisabled && <ActivityNotInRecord editor={editor} context={context} />}
      {below}
    </>
  )
}
