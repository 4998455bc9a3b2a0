import { useTranslations } from 'use-intl'
import { RecordPanel } from '../../components/RecordPanel.tsx'
import { ClosePart } from './ClosePart.tsx'
import { ReopenPart } from './ReopenPart.tsx'
import type { SubjectRecord } from './subject-record.ts'

/** The subject's status, and what takes it to the other one. */
export function StatusPanel({ subject }: { subject: SubjectRecord }) {
  const t = useTranslations('subject')
  return (
    <RecordPanel panelid="status" heading={t('statusHeading', { status: subject.status })}>
      {subject.status === 'OPEN' ? <ClosePart subject={subject} /> : <ReopenPart subject={subject} />}
    </RecordPanel>
  )
}
