import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { recordedSpan } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import { isZoneMissing } from '@casebook/domain/reference-data/file-description.ts'
import { recordedTime } from '@casebook/domain/reference-data/recorded-file.ts'
import { timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ActivityRecord } from '../activities/record/activity-record.ts'
import { activityKey } from '../activities/record/activity-record.ts'
import { useActivityName } from '../activities/record/use-activity-name.ts'
import { studyZone } from '../browser/time-zones.ts'
import { UnsavedGuard } from '../components/form/UnsavedGuard.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { EntrySelect } from '../reference-data/EntrySelect.tsx'
import type { ReferenceDataRecord } from '../reference-data/file/use-download.ts'
import { QualityNotes } from '../reference-data/quality/QualityNotes.tsx'
import { TimesQuestion } from '../reference-data/TimesQuestion.tsx'
import type { Study } from '../studies/study/use-study.ts'
import type { SubjectRecord } from '../subjects/record/subject-record.ts'
import { ClockPanel } from './clock/ClockPanel.tsx'
import { CoverageNotice } from './clock/CoverageNotice.tsx'
import { useCorrection } from './clock/use-correction.ts'
import { FileTables } from './FileTables.tsx'
import { MeasuresPanel } from './measures/MeasuresPanel.tsx'
import { RecordingFacts } from './RecordingFacts.tsx'
import { FailureNotice } from './reading/FailureNotice.tsx'
import classes from './reading/Recording.module.css'
import { isRateUnknown, lengthOf, rateNotice } from './reading/reading-state.ts'
import { useDescribed } from './reading/use-described.ts'
import { isSameLayout, useLayout } from './reading/use-layout.ts'
import { useLocated } from './reading/use-located.ts'
import { useReader } from './reading/use-reader.ts'
import { useRememberedLayout } from './reading/use-remembered-layout.ts'
import { Signals } from './Signals.tsx'
import { Recognised } from './settings/Recognised.tsx'

const daySeconds = 86_400

/**
 * An opened file of an activity: its description, its signals with the activities above them, its clock, and how it was
 * read.
 */
export function RecordingView({
  study,
  subject,
  activity,
  file,
}: {
  study: Pick<Study, 'studyid' | 'epochSeconds'>
  subject: SubjectRecord
  activity: ActivityRecord
  file: ReferenceDataRecord
}) {
  const t = useTranslations('recordings')
  const { subjectid } = subject
  const { referencedataid, filename } = file
  const { studyid, epochSeconds } = study
  const stored = useMemo(() => readFileDescription(file.description), [file])
  const settings = useLayout(stored)
  const { layout, isSet, set } = settings
  const [attempt, setAttempt] = useState(0)
  const correction = useCorrection(file.clockCorrection)
  const { shift, setShift } = correction
  const [isShifting, setIsShifting] = useState(false)
  const locate = useLocated(subjectid, file)
  const { reader, state } = useReader(filename, layout, locate, attempt)
  const isDisabled = whyNotEditable(subject) !== undefined
  const ids = useMemo(() => ({ subjectid, referencedataid }), [subjectid, referencedataid])
  const zone = studyZone()

  const remembered = useRememberedLayout(studyid, state.opened?.fingerprint ?? null)
  const readAsRemembered = useCallback(() => set(remembered, 'memory'), [set, remembered])
  useEffect(() => {
    if (remembered && !isSet) readAsRemembered()
  }, [remembered, isSet, readAsRemembered])
  const isHeldUp = useDescribed(ids, stored, state, settings, isDisabled)

  const setSettings = useCallback((next: Layout | null) => set(next, 'person'), [set])

  const nameOf = useActivityName()
  const named = useMemo(
    () => subject.activities.map((each) => ({ ...each, key: activityKey(each), name: nameOf(each) })),
    [subject.activities, nameOf],
  )
  const description = state.opened?.description
  const length = isRateUnknown(state) ? 0 : lengthOf(state)
  const time = recordedTime(
    {
      start: description?.start ?? null,
      clock: description?.clock ?? 'unknown',
      duration: length > 0 ? length : null,
      recognised: description?.recognised ?? [],
      channels: description?.channels ?? [],
      gaps: { longest: state.survey?.gaps.longest ?? [] },
    },
    file,
  )
  // As it was judged when it was stored, if the rules and the settings are still the same: what changed since is told.
  const rate = rateNotice(state, isDisabled)
  const isLayoutStored = isSameLayout(stored?.layout ?? null, layout)
  // They are stored once the file has been read with them.
  const isUnstored = settings.by === 'person' && !isLayoutStored && !isDisabled && state.failure?.kind !== 'unreadable'
  const isAsStored =
    isLayoutStored && stored?.quality !== undefined && stored.quality.version === state.quality?.version
  const isReadAsStored = isLayoutStored && state.phase === 'read'
  const judged = isAsStored ? stored.quality : state.quality
  const entries =
    state.opened?.entries ?? (state.failure?.kind === 'unreadable' ? state.failure.why.entries : undefined)
  const isZoneAsked = description !== undefined && isZoneMissing(description) && !file.zone
  const canChooseZone = isZoneAsked && !isDisabled
  const span = recordedSpan({ ...time, zone: isZoneAsked ? zone : time.zone, duration: time.duration ?? 0 })
  const origin = typeof span === 'string' ? null : span.from
  const draft = { origin: origin === null ? null : origin + shift, zone }

  // Of a day or more, the minutes are the first picture. Otherwise, measures that arrive later move no picture, and those
  // that arrive earlier wait for it.
  const isDayLong = (stored?.duration ?? length) >= daySeconds
  const measures = state.failure?.kind !== 'unreadable' && (
    <MeasuresPanel
      subjectid={subjectid}
      timeFormat={draft}
      own={{ reader: isReadAsStored ? reader : undefined, file, activity, epochSeconds }}
    />
  )
  return (
    <>
      <RecordingFacts state={state} subjectid={subjectid} file={file} timeFormat={{ origin, zone }} />
      <UnsavedGuard isChanged={isUnstored} />
      <div className={classes.notices} data-unsaved={isUnstored ? 'editor' : undefined}>
        {isUnstored && (isHeldUp || state.failure?.kind === 'connection') && (
          <Notice kind="info">{t('settings.notStored')}</Notice>
        )}
        <FailureNotice failure={state.failure} onAgain={() => setAttempt(attempt + 1)} />
        {canChooseZone && <Notice kind="info">{t('zoneAsk', { zone })}</Notice>}
        {description && !isDisabled && timesQuestion(description) && (
          <Notice kind="info">
            <TimesQuestion description={description} onAnswer={(answer) => setSettings({ ...layout, ...answer })} />
          </Notice>
        )}
        {entries && (
          <EntrySelect
            entries={entries}
            chosen={state.opened && layout?.entry}
            onChoose={(entry) => setSettings({ entry })}
          />
        )}
        {rate && <Notice kind="info">{t(rate)}</Notice>}
        {settings.by === 'colleague' && <Notice kind="info">{t('settings.byColleague')}</Notice>}
        {description && state.quality && (
          <QualityNotes
            file={{ channels: description.channels, duration: length > 0 ? length : null }}
            quality={judged}
            from={origin}
            isStored={isAsStored}
            isOpen
          />
        )}
        {description && (
          <CoverageNotice activity={activity} time={time} isRead={state.phase === 'read'} isZoneAsked={canChooseZone} />
        )}
      </div>
      {isDayLong && measures}
      {description && (
        <Signals
          filename={filename}
          reader={reader}
          state={state}
          timeFormat={draft}
          activities={named}
          own={activityKey(activity)}
          isShifting={isShifting}
          onIsShifting={setIsShifting}
          canShift={!isDisabled && origin !== null}
          onShift={setShift}
          shift={shift}
        />
      )}
      {!isDayLong && (description || state.failure) && measures}
      {description && (
        <ClockPanel
          ids={ids}
          file={file}
          description={description}
          correction={correction}
          onSaved={() => {
            correction.end()
            setIsShifting(false)
          }}
          canSetStart={state.opened?.layout != null}
          isDisabled={isDisabled}
        />
      )}
      {state.opened && (
        <Recognised
          fileid={referencedataid}
          opened={state.opened}
          layout={layout}
          by={settings.by}
          onRemembered={remembered && layout === null ? readAsRemembered : undefined}
          isDisabled={isDisabled}
          onLayout={setSettings}
        />
      )}
      {!state.opened && state.failure?.kind === 'unreadable' && layout !== null && (
        <Button variant="default" onClick={() => setSettings(null)}>
          {t('settings.reset')}
        </Button>
      )}
      <FileTables state={state} timeFormat={{ origin, zone }} />
    </>
  )
}
