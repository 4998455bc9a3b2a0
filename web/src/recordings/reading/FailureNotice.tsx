import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import type { ReadingFailure } from '../worker/protocol.ts'

/** The labels of the settings that a reader refuses. */
const settings = { column: 'timeColumn', headerRows: 'headerRows', rate: 'rate', start: 'start' } as const

function isSetting(detail: string | null): detail is keyof typeof settings {
  return detail !== null && Object.hasOwn(settings, detail)
}

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
  if (code === 'several-recordings') return <Notice kind="info">{t(`unreadable.${code}`)}</Notice>
  const said = code === 'wrong-layout' && isSetting(detail) ? t(`settings.${settings[detail]}`) : (detail ?? '')
  return (
    <Notice kind="error" title={t('unreadable.title')}>
      {[
        t(`unreadable.${code}`, { detail: said }).trim(),
        line !== null && t('unreadable.atLine', { line }),
        line === null && offset && t('unreadable.atByte', { offset }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Notice>
  )
}
