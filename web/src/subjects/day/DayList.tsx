import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import { useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { FileSummary } from '../../reference-data/FileSummary.tsx'
import { lengthParts } from '../../texts/length-parts.ts'
import { type TimedFile, withGaps } from './day-layout.ts'
import { spanTexts } from './day-text.ts'
import type { RecordedActivity } from './recorded-files.ts'
import classes from './SubjectDay.module.css'
import type { GoTo } from './show-activity.ts'
import type { DayFacts } from './use-day-facts.ts'

/** The day as text: for people who do not see the picture, and on paper. */
export function DayList({
  activities,
  files,
  facts,
  zone,
  onGo,
}: {
  activities: readonly RecordedActivity[]
  files: readonly TimedFile[]
  facts: DayFacts
  zone: string
  /** Omitted when printed. */
  onGo?: GoTo
}) {
  const t = useTranslations('day')
  const length = (seconds: number) => t('length', lengthParts(seconds))
  return (
    <>
      <ul className={classes.inWords}>
        {facts.worn && <li>{facts.worn}</li>}
        {facts.dated.map(({ key, text, isOtherDay }) => (
          <li key={key}>{isOtherDay ? `${text}, ${t('otherDay')}` : text}</li>
        ))}
      </ul>
      <ol className={classes.inWords}>
        {withGaps(activities, zone).map((entry) =>
          'from' in entry ? (
            <li key={entry.from}>
              {t('gap', { ...spanTexts(entry.from, entry.to, zone), length: length(entry.to - entry.from) })}
            </li>
          ) : (
            <li key={entry.key}>
              {onGo ? <TextButton onClick={() => onGo(entry.key, false)}>{entry.name}</TextButton> : entry.name}{' '}
              {t('fromTo', spanTexts(entry.startTime, entry.stopTime, zone))},{' '}
              {length(entry.stopTime - entry.startTime)}
              <FileList activity={entry} files={files} zone={zone} {...(onGo && { onGo })} />
            </li>
          ),
        )}
      </ol>
    </>
  )
}

function FileList({
  activity,
  files,
  zone,
  onGo,
}: {
  activity: RecordedActivity
  files: readonly TimedFile[]
  zone: string
  onGo?: GoTo
}) {
  const t = useTranslations('day')
  const { key, referenceData } = activity
  if (referenceData.length === 0) return null
  return (
    <ul>
      {referenceData.map(({ referencedataid, filename, ...file }) => {
        const description = readFileDescription(file.description)
        const timed = files.find((file) => file.referencedataid === referencedataid)
        return (
          <li key={referencedataid}>
            {onGo ? <TextButton onClick={() => onGo(key, true)}>{filename}</TextButton> : filename}
            {', '}
            {timed ? t('fromTo', spanTexts(timed.span.from, timed.span.to, zone)) : t('timeUnknown')}
            {description && (
              <FileSummary
                description={description}
                zone={file.zone}
                clockCorrection={file.clockCorrection}
                activity={activity}
                isTimeShown={false}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
