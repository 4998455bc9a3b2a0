import {
  type CoverageCode,
  isWarning,
  type Times,
  whyNotCovered,
} from '@casebook/domain/recordings/seen/coverage.rules.ts'
import { isZoneMissing, utcOffset } from '@casebook/domain/reference-data/file-description.ts'
import { recordedTime } from '@casebook/domain/reference-data/recorded-file.ts'
import { type TimesChoice, timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import { offsetText } from '@casebook/domain/shared/offset-text.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { SameFilesDocument } from '../generated/graphql.ts'
import { loadRecordings } from '../texts/catalogue.ts'
import { lengthParts } from '../texts/length-parts.ts'
import { EntrySelect } from './EntrySelect.tsx'
import { FileSummary } from './FileSummary.tsx'
import lines from './file/Inspection.module.css'
import classes from './file/ReferenceData.module.css'
import type { Inspection } from './inspection/inspection.ts'
import { TimesQuestion } from './TimesQuestion.tsx'

/** With the texts of recordings, which name the measures. Without a line, the files chosen can be sent nevertheless. */
const ChosenMeasures = lazy(async () => {
  try {
    const [{ ChosenMeasures: component }] = await Promise.all([
      import('./measuring/ChosenMeasures.tsx'),
      loadRecordings(),
    ])
    return { default: component }
  } catch {
    return { default: () => null }
  }
})

/** The activity that files are added to. */
export type Covered = Times & { name: string }

/** A chosen file before its upload: contents, coverage of its activity, and whether it was uploaded already. */
export function InspectionLines({
  file,
  inspection: { sha256, description, fraction },
  studyid,
  activity,
  zone,
  twin,
  isSent = false,
  isAnswerMissing,
  onAnswer,
  onEntry,
}: {
  file: File
  inspection: Inspection
  studyid: string
  activity: Covered
  /** Zone of the recorder's clock, for files without one. */
  zone: string
  /** The name of another chosen file with the same bytes. */
  twin?: string | undefined
  /** The upload has begun: the file itself would be found as uploaded already. */
  isSent?: boolean
  /** The upload was to begin before somebody said how its times are read. */
  isAnswerMissing: boolean
  onAnswer: (layout: TimesChoice['layout']) => void
  onEntry: (entry: string) => void
}) {
  const t = useTranslations('referenceData')
  const format = useFormatter()
  const { data } = useRead(SameFilesDocument, sha256 && !isSent ? { studyid, sha256 } : undefined)
  const isUndecided = Boolean(description && timesQuestion(description))
  const offset = description?.clock === 'local' ? utcOffset(description) : null
  const entries = description?.entries ?? description?.unreadable?.entries
  const silent = description?.channels.filter(({ samples }) => samples === 0).map(({ name }) => name) ?? []
  return (
    <div className={classes.inspection}>
      {description === undefined && (
        <span className={classes.summary} role="status">
          {t('looking', { percent: String(Math.floor(fraction * 100)) })}
        </span>
      )}
      {description && (
        <FileSummary
          description={description}
          zone={zone}
          clockCorrection={0}
          isTimeShown={!isUndecided}
          isStored={false}
          isOpen
        />
      )}
      {description && !description.unreadable && !isUndecided && (
        <Coverage
          activity={activity}
          time={recordedTime(description, { zone: isZoneMissing(description) ? zone : null, clockCorrection: 0 })}
        />
      )}
      {description && !description.unreadable && (
        <Suspense>
          <ChosenMeasures file={file} description={description} activity={activity} zone={zone} />
        </Suspense>
      )}
      {offset !== null && <span className={classes.summary}>{t('offsetInFile', { offset: offsetText(offset) })}</span>}
      {entries && !isSent && <EntrySelect entries={entries} chosen={description?.layout?.entry} onChoose={onEntry} />}
      {description && isUndecided && !isSent && (
        <TimesQuestion description={description} isMissing={isAnswerMissing} onAnswer={onAnswer} />
      )}
      {description?.faults.map(({ what, count }) => (
        <Warned key={what}>{t(`fault.${what}`, { count })}</Warned>
      ))}
      {silent.length > 0 && <Warned>{t('silent', { channels: format.list(silent.slice(0, 8)) })}</Warned>}
      {twin !== undefined && <Warned>{t('sameChosen', { filename: twin })}</Warned>}
      {data?.listSameFiles.map(({ referencedataid, filename, activity: name, ...subject }) => (
        <Warned key={referencedataid}>
          {t('sameStored', { filename, activity: name, subject: subjectName(subject) })}
        </Warned>
      ))}
    </div>
  )
}

function Coverage({ activity, time }: { activity: Covered; time: Parameters<typeof whyNotCovered>[1] }) {
  const t = useTranslations('referenceData')
  const reasons = whyNotCovered(activity, time)
  const isClockOff = reasons.some(({ code }) => code === 'clock-off-by-hours')
  if (reasons.length === 0)
    return (
      <span className={lines.covered}>
        <IconCheck size={14} aria-hidden /> {t('covered', { activity: activity.name })}
      </span>
    )
  return reasons
    .filter(({ code }) => !(isClockOff && code === 'recorded-elsewhen'))
    .map(({ code, params }) => {
      const hours = Number(params?.hours ?? 0)
      // A duration of zero has no text.
      const length = params?.seconds ? t('length', lengthParts(Number(params.seconds))) : ''
      const text = t(`coverage.${keyOf(code, hours)}`, { activity: activity.name, hours: Math.abs(hours), length })
      return isWarning(code) ? (
        <Warned key={code}>{text}</Warned>
      ) : (
        <span key={code} className={classes.summary}>
          {text}
        </span>
      )
    })
}

function Warned({ children }: { children: ReactNode }) {
  return (
    <span className={lines.warning}>
      <IconAlertTriangle size={14} aria-hidden /> {children}
    </span>
  )
}

function keyOf(code: CoverageCode, hours: number) {
  switch (code) {
    case 'recorded-elsewhen':
      return 'elsewhen'
    case 'clock-off-by-hours':
      return hours > 0 ? 'clockBehind' : 'clockAhead'
    case 'begins-late':
      return 'beginsLate'
    case 'ends-early':
      return 'endsEarly'
    case 'interrupted':
      return 'interrupted'
    case 'duration-unknown':
      return 'durationUnknown'
    default:
      return 'startUnknown'
  }
}
