import { whyNotCovered } from '@casebook/domain/recordings/seen/coverage.rules.ts'
import type { RecordedTime } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { useTranslations } from 'use-intl'
import type { ActivityRecord } from '../../activities/record/activity-record.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { useLengthText } from '../texts/length-text.ts'

/** Whether the file covers its activity. Shown after the whole file was read. */
export function CoverageNotice({
  activity,
  time,
  isRead,
}: {
  activity: ActivityRecord
  time: RecordedTime
  isRead: boolean
}) {
  const t = useTranslations('recordings')
  const lengthText = useLengthText()
  if (!isRead) return null
  const { description: name } = activity.activitytype
  const reasons = whyNotCovered(activity, time)
  if (reasons.length === 0) return <Notice kind="info">{t('covered', { name })}</Notice>
  return (
    <Notice kind={reasons.every(({ code }) => code.endsWith('-unknown')) ? 'info' : 'warning'}>
      {reasons.map(({ code, params }) => (
        <p key={code}>
          {t(`coverage.${code}`, {
            name,
            hours: Number(params?.hours ?? 0),
            length: lengthText(Number(params?.seconds ?? 0)),
          })}
        </p>
      ))}
    </Notice>
  )
}
