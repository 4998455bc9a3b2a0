import { useTranslations } from 'use-intl'
import { SavedAt } from '../../components/notices/SavedAt.tsx'
import { RecordPanel } from '../../components/page/RecordPanel.tsx'
import { useStatusText } from '../../studies/study/StatusBadge.tsx'
import type { SubjectRecord } from '../record/subject-record.ts'
import { ClosePart } from './ClosePart.tsx'
import { ReopenPart } from './ReopenPart.tsx'
import type { Closing } from './use-closing.ts'

/** The subject's status, and the action that changes it. */
export function StatusPanel({
  subject,
  closing,
  savedAt,
  isQuiet,
  onReopened,
}: {
  subject: SubjectRecord
  closing: Closing
  /** What is open elsewhere on the page has a primary action of its own. */
  isQuiet: boolean
  /** When this person last changed the status. */
  savedAt: Date | null
  onReopened: () => void
}) {
  const t = useTranslations('subject')
  const statusText = useStatusText()
  return (
    <RecordPanel
      panelid="status"
      heading={t('statusHeading', { status: statusText(subject.status) })}
      help={t('statusHelp')}
      aside={<SavedAt at={savedAt} />}
    >
      {subject.status === 'OPEN' ? (
        <ClosePart closing={closing} isQuiet={isQuiet} />
      ) : (
        <ReopenPart subject={subject} onDone={onReopened} />
      )}
    </RecordPanel>
  )
}
