import { fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { isOfVisit, visitKey } from '@casebook/domain/visits/places/places.ts'
import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { newActivityCopy, visitOfNew } from '../record/activity-copy.ts'
import { freeTypes, type OfferedVisit } from '../record/activity-record.ts'
import { ActivityEditRow } from './ActivityEditRow.tsx'
import { ActivityNotInRecord } from './ActivityRowNotices.tsx'
import type { RowContext } from './row-context.ts'
import { type ActivityEditor, useActivityEditor } from './use-activity-editor.ts'

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
  const editor = useActivityEditor(newActivityCopy(context, context.visit))
  const { isRestored } = editor
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a draft of an earlier visit opens the row
  useEffect(() => {
    if (isRestored) onOpen()
  }, [])

  if (context.isDisabled) return <ActivityNotInRecord editor={editor} context={context} />
  if (!isOpen) return null
  const { recorded = [], offered = [], visits = [] } = editor.row ?? {}
  const visit = visitOfNew(visits, editor.fields)
  const inVisit = {
    ...context,
    activities: recorded.filter((each) => isOfVisit(each, visit)),
    unused: freeTypes(offered, recorded, visit),
  }
  return (
    <ActivityEditRow
      name=""
      visitChoice={context.visits.length > 0 && <VisitOfActivity visits={context.visits} editor={editor} />}
      canSelect={editor.entry.base.version === null}
      context={context.visits.length > 0 ? inVisit : context}
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

/** The visit that a new activity is for: the one in which its row was opened, or another one that its type belongs to. */
function VisitOfActivity({ visits, editor }: { visits: readonly OfferedVisit[]; editor: ActivityEditor }) {
  const t = useTranslations('activities')
  const { activitytypeid } = editor.typed
  const chosen = fieldValue(editor.fields, 'visit')
  const offered = visits.filter(
    (visit) => activitytypeid === '' || visit.activitytypeids.includes(activitytypeid) || visitKey(visit) === chosen,
  )
  return (
    <NativeSelect
      aria-label={t('visit')}
      name="visit"
      mt={4}
      value={chosen}
      onChange={(event) => editor.type({ visit: event.currentTarget.value })}
    >
      {offered.map((visit) => (
        <option key={visitKey(visit)} value={visitKey(visit)}>
          {visit.name}
        </option>
      ))}
      <option value="">{t('noVisit')}</option>
    </NativeSelect>
  )
}
