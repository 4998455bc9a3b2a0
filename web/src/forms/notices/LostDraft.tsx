import { useTranslations } from 'use-intl'
import { typedFields } from '../../records/machine/entry.ts'
import { TypedNotice } from '../../records/RecordNotices.tsx'
import type { WorkingCopy } from '../../records/use-record.ts'

/** What was typed into a form whose type is no longer known, as after a reload. Empty if nothing was. */
export function LostDraft({ copy }: { copy: WorkingCopy }) {
  const t = useTranslations('forms')
  if (!copy.isChanged) return null
  const typed = typedFields(copy.entry).map(({ key, value }) => ({ name: key, value }))
  return <TypedNotice title={t('typeRemoved')} typed={typed} onDiscard={copy.discard} />
}
