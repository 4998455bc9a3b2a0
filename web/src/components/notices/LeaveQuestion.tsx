import { useTranslations } from 'use-intl'
import { NoticeQuestion } from './NoticeQuestion.tsx'

/** Asks inline before a part of the screen with unsaved changes is closed. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTranslations('drafts')
  return (
    <NoticeQuestion title={t('leaveTitle')} stay={t('stayHere')} act={t('leave')} onStay={onStay} onAct={onLeave}>
      {t('leaveText')}
    </NoticeQuestion>
  )
}
