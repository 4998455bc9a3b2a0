import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import type { DayWarning } from '@casebook/domain/subjects/day/day-warnings.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useTranslations } from 'use-intl'
import type { DeviceElsewhereQuery } from '../../generated/graphql.ts'
import { lengthParts } from '../../texts/length-parts.ts'
import type { RecordedActivity } from './recorded-files.ts'

/** `2026-10-20 09:50` and `10:00`: seconds only if they are not zero, the day only once if it is the same. */
export function spanTexts(from: number, to: number, zone: string): { from: string; to: string } {
  const [begun, ended] = [from, to].map((time) => formatActivityTime(Math.round(time), zone))
  const isSameDay = begun?.slice(0, 10) === ended?.slice(0, 10)
  return { from: begun ?? '', to: (isSameDay ? ended?.slice(11) : ended) ?? '' }
}

/** Warnings in words. */
export function useWarningText(activities: readonly RecordedActivity[]): (warning: DayWarning) => string {
  const t = useTranslations('day')
  const nameOf = (id: string) => activities.find(({ key }) => key === id)?.name ?? ''
  const fileOf = (id: string) => filenameOf(activities, id)
  const length = (seconds: number) => t('length', lengthParts(seconds))

  return (warning) => {
    const activity = nameOf(warning.activity)
    switch (warning.kind) {
      case 'no-file':
        return t('noFile', { activity })
      case 'overlaps':
        return t('overlaps', { activity, other: nameOf(warning.other), length: length(warning.seconds) })
      case 'upload-failed':
        return t('uploadFailed', { activity, file: fileOf(warning.referencedataid) })
      case 'not-covered': {
        const { code, amount } = warning
        const file = fileOf(warning.referencedataid)
        if (code === 'recorded-elsewhen') return t('recordedElsewhen', { activity, file })
        if (code === 'clock-off-by-hours')
          return t(amount > 0 ? 'clockBehind' : 'clockAhead', { activity, file, hours: Math.abs(amount) })
        const key = code === 'begins-late' ? 'beginsLate' : code === 'ends-early' ? 'endsEarly' : 'interrupted'
        return t(key, { activity, file, length: length(amount) })
      }
    }
  }
}

type Elsewhere = DeviceElsewhereQuery['listDeviceElsewhere'][number]

/** Another use of the same recorder, in words. */
export function useElsewhereText(activities: readonly RecordedActivity[]): (found: Elsewhere) => string {
  const t = useTranslations('day')
  return ({ ownid, serialnumber, activity, ...subject }) =>
    t('elsewhere', { file: filenameOf(activities, ownid), serialnumber, activity, subject: subjectName(subject) })
}

function filenameOf(activities: readonly RecordedActivity[], id: string): string {
  const files = activities.flatMap(({ referenceData }) => referenceData)
  return files.find(({ referencedataid }) => referencedataid === id)?.filename ?? ''
}
