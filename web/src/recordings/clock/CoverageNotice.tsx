import { type CoverageCode, whyNotCovered } from '@casebook/domain/recordings/seen/coverage.rules.ts'
import type { RecordedTime } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { useTranslations } from 'use-intl'
import type { ActivityRecord } from '../../activities/record/activity-record.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { useLengthText } from '../texts/length-text.ts'

/**
 * Whether the file covers its activity. Shown after the whole file was read. `isZoneAsked`: a notice above asks for the
 * zone, and says what for.
 */
export function CoverageNotice({
  activity,
  time,
  isRead,
  isZoneAsked,
}: {
  activity: ActivityRecord
  time: RecordedTime
  isRead: boolean
  isZoneAsked: boolean
}) {
  const t = useTranslations('recordings')
  const lengthText = useLengthText()
  if (!isRead) return null
  const { description: name } = activity.activitytype
  const reasons = whyNotCovered(activity, time)
  if (isZoneAsked && reasons.every(({ code }) => code === 'zone-unknown')) return null
  if (reasons.length === 0) return <Notice kind="info">{t('covered', { name })}</Notice>
  return (
    <Notice kind={reasons.every(({ code }) => code.endsWith('-unknown')) ? 'info' : 'warning'}>
      {reasons.map(({ code, params }) => {
        const hours = Number(params?.hours ?? 0)
        const length = lengthText(Number(params?.seconds ?? 0))
        return <p key={code}>{t(`coverage.${keyOf(code, hours)}`, { name, hours: Math.abs(hours), length })}</p>
      })}
    </Notice>
  )
}

function keyOf(code: CoverageCode, hours: number) {
  if (code !== 'clock-off-by-hours') return code
  return hours > 0 ? 'clock-behind' : 'clock-ahead'
}
