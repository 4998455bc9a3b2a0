import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import type { ReadingFailure } from '../worker/protocol.ts'

/** Why a file could not be read completely, and where reading failed. */
export function FailureNotice({ failure, onAgain }: { failure: ReadingFailure | undefined; onAgain: () => void }) {
  const t = useTranslations('recordings')
  if (!failure || failure.kind === 'superseded') return null
  if (failure.kind === 'connection') {
    return (
      <Notice
        kind="error"
        action={
          <Button size="xs" onClick={onAgain}>
            {t('again')}
          </Button>
        }
      >
        {t('connection')}
      </Notice>
    )
  }
  if (failure.kind === 'too-much') return <Notice kind="warning">{t('tooMuch')}</Notice>
  if (failure.kind === 'defect') return <Notice kind="error">{t('defect', { message: failure.message })}</Notice>
  const { code, offset, line, detail } = failure.why
  return (
    <Notice kind="error" title={t('unreadable.title')}>
      {[
        t(`unreadable.${code}`, { detail: detail ?? '' }).trim(),
        line !== null && t('unreadable.atLine', { line }),
        line === null && offset !== null && t('unreadable.atByte', { offset }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Notice>
  )
}
