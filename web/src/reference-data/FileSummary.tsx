import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { isWarning, type Times, whyNotCovered } from '@casebook/domain/recordings/seen/coverage.rules.ts'
import { recordedSpan } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { type FileDescription, isNoRecording, isZoneMissing } from '@casebook/domain/reference-data/file-description.ts'
import { recordedTime } from '@casebook/domain/reference-data/recorded-file.ts'
import { useTranslations } from 'use-intl'
import { studyZone } from '../browser/time-zones.ts'
import { useRateText } from '../texts/measured/rate-text.ts'
import classes from './file/ReferenceData.module.css'
import { QualityNotes } from './quality/QualityNotes.tsx'

/**
 * The contents of a file in one line: format, channels, rate, values, period, gaps, whether it covers its activity. Below
 * it, what somebody should look at.
 */
export function FileSummary({
  description,
  zone,
  clockCorrection,
  activity,
  isTimeShown = true,
  isStored = true,
  isOpen = false,
}: {
  description: FileDescription
  zone: string | null | undefined
  clockCorrection: number
  /** Omitted if coverage is shown beside it. */
  activity?: Times
  isTimeShown?: boolean
  /** false before the file is uploaded. */
  isStored?: boolean
  /** What was found in the file is told at once. */
  isOpen?: boolean
}) {
  const t = useTranslations('referenceData')
  const rateText = useRateText()
  if (description.unreadable) {
    const { code, detail } = description.unreadable
    return (
      <span className={classes.summary}>
        {isNoRecording(description) && t('summaryUnreadable')} {t(`unreadable.${code}`, { detail: detail ?? '' })}
      </span>
    )
  }
  const { channels, channelCount, samples, gaps } = description
  const rate = channels[0]?.rate
  // With neither a zone nor an offset, the study's zone is assumed.
  const assumed = zone ?? (isZoneMissing(description) ? studyZone() : null)
  const span = recordedSpan(recordedTime(description, { zone: assumed, clockCorrection }))
  const time = (at: number) => formatActivityTime(Math.floor(at), studyZone())
  const parts = [
    description.layout?.entry,
    description.format,
    t('summaryChannels', { count: channelCount }),
    rate && rateText(rate),
    t('summaryValues', { count: samples }),
    isTimeShown && typeof span !== 'string' && `${time(span.from)} – ${untilText(time(span.from), time(span.to))}`,
    gaps.count > 0 && t('summaryGaps', { count: gaps.count }),
    activity && t(coverageKey(activity, recordedTime(description, { zone, clockCorrection }))),
  ]
  return (
    <>
      <span className={classes.summary}>{parts.filter(Boolean).join(' · ')}</span>
      <QualityNotes
        file={description}
        quality={description.quality}
        from={typeof span === 'string' || !isTimeShown ? null : span.from}
        isStored={isStored}
        isOpen={isOpen}
      />
    </>
  )
}

function coverageKey(activity: Times, time: ReturnType<typeof recordedTime>) {
  const [reason] = whyNotCovered(activity, time)
  if (!reason) return 'summaryCovers'
  return isWarning(reason.code) ? 'summaryCoversNot' : 'summaryCoverageUnknown'
}

/** The end of a period, without the day if that is the same. */
function untilText(from: string, to: string): string {
  return from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to
}
