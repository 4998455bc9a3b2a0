import { useFormatter, useTranslations } from 'use-intl'
import type { Failure } from '../../calls/failures.ts'
import { Notice } from '../../components/notices/Notice.tsx'

/** After a CONFLICT over the subject's status: who changed it meanwhile. The screen is already refreshed. */
export function ChangedNotice({ conflict }: { conflict: Failure | undefined }) {
  const t = useTranslations('subject')
  const format = useFormatter()
  if (!conflict) return null
  const { by = '', at = '' } = conflict.current ?? {}
  const when = at && format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Notice kind="warning" title={by ? t('changedBy', { by, at: when }) : t('changed')}>
      {t('lookAgain')}
    </Notice>
  )
}
