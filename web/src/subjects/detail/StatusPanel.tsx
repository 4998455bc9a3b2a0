import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RecordPanel } from '../../components/RecordPanel.tsx'
import { SavedAt } from '../../components/SavedAt.tsx'
import { ClosePart } from './ClosePart.tsx'
import { ReopenPart } from './ReopenPart.tsx'
import type { SubjectRecord } from './subject-record.ts'

/** The subject's status, and what takes it to the other one. */
export function StatusPanel({ subject }: { subject: SubjectRecord }) {
  const t = useTranslations('subject')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const onDone = () => setSavedAt(new Date())
  return (
    <RecordPanel
      panelid="status"
      heading={t('statusHeading', { status: subject.status })}
      aside={<SavedAt at={savedAt} />}
    >
      {subject.status === 'OPEN' ? (
        <ClosePart subject={subject} onDone={onDone} />
      ) : (
        <ReopenPart subject={subject} onDone={onDone} />
      )}
    </RecordPanel>
  )
}
