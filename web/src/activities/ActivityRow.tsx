import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ActivityEditRow } from './ActivityEditRow.tsx'
import { ActivityShowRow } from './ActivityShowRow.tsx'
import type { ActivityRowData, OfferedActivityType } from './activity-record.ts'
import { newActivity, savedActivity } from './typed-activity.ts'
import { useActivityDraft } from './use-activity-draft.ts'

export type RowContext = {
  subjectid: string
  /** The subject's date, noon UTC in epoch seconds: what new rows begin with. */
  date: number | undefined
  zone: string
  /** The types without an activity, which a new row's select offers. */
  unused: readonly OfferedActivityType[]
  /** The subject is not open. */
  isDisabled: boolean
  /** No activity can be added yet, as no date is saved. */
  isAddingBlocked: boolean
  onSaved: () => void
}

/**
 * One activity type's row, in one of three modes: show (nothing editable), edit (all but the type) and new (all). A
 * placeholder opens as new; a row with a draft of an earlier visit opens by itself.
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
  const { subjectid, zone, date, isDisabled, isAddingBlocked, onSaved } = context
  const { activity, activitytypeid } = row
  const saved = activity ? savedActivity(activity, zone) : newActivity(activitytypeid, date)
  const record = `${activity ? 'activity' : 'new-activity'}/${subjectid}/${activitytypeid}`
  const form = useActivityDraft(record, subjectid, saved, zone)
  const [isOpen, setIsOpen] = useState(form.draft.isChanged)
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
          name={row.description}
          isNew={!activity}
          context={context}
          form={form}
          filesButton={filesButton}
          onSaved={() => {
            setIsOpen(false)
            onSaved()
          }}
          onClose={() => setIsOpen(false)}
        />
        {below}
      </>
    )
  }
  return (
    <>
      <ActivityShowRow
        ref={element}
        row={row}
        zone={zone}
        isDisabled={isDisabled || (!activity && isAddingBlocked)}
        isChanged={isChanged}
        filesButton={filesButton}
        onOpen={() => setIsOpen(true)}
      />
      {below}
    </>
  )
}
