import { useTranslations } from 'use-intl'
import { discardStored, draftKey, storedFields } from '../../drafts/machine/draft-storage.ts'
import { TypedNotice } from '../../drafts/TypedNotice.tsx'
import { useStoredRecords } from '../../drafts/use-stored-records.ts'
import { useUser } from '../../session/session.tsx'

/** What was typed into a form whose type is no longer known, as after a reload. Empty without a draft. */
export function LostDraft({ record }: { record: string }) {
  const t = useTranslations('forms')
  const { sub } = useUser()
  const isKept = useStoredRecords(record).includes(record)
  if (!isKept) return null
  const key = draftKey(sub, record)
  const typed = storedFields(key).map((field) => ({ name: field.key, value: field.value }))
  return <TypedNotice title={t('typeRemoved')} typed={typed} onDiscard={() => discardStored(key)} />
}
