import { NativeSelect, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { activityKey } from '../../activities/record/activity-record.ts'
import { useActivityName } from '../../activities/record/use-activity-name.ts'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import type { SubjectRecord } from '../../subjects/record/subject-record.ts'
import { useCorrections } from '../clock/use-correction.ts'
import { bandsOf } from '../picture/geometry/bands.ts'
import { shownAfterKey } from '../picture/geometry/keys.ts'
import { dateTimeText } from '../picture/geometry/time-axis.ts'
import { type TimeWindow, within } from '../picture/geometry/time-window.ts'
import { ZoomButtons } from '../picture/ZoomButtons.tsx'
import recording from '../reading/Recording.module.css'
import type { RecordingReader } from '../reading/recording-reader.ts'
import { Apart } from './Apart.tsx'
import { frameOf, recordedBy } from './frame.ts'
import { groupsOf } from './groups.ts'
import { OneOfSeveral } from './OneOfSeveral.tsx'
import type { PlacedFile, TogetherFile } from './placed-file.ts'
import classes from './Together.module.css'

/** The chosen recordings below each other on one time axis, moved and zoomed together. */
export function Together({
  subject,
  files,
  zone,
}: {
  subject: SubjectRecord
  files: readonly TogetherFile[]
  zone: string
}) {
  const t = useTranslations('recordings')
  const nameOf = useActivityName()
  const correctionOf = useCorrections()
  const [readers, setReaders] = useState<Readonly<Record<string, RecordingReader | undefined>>>({})
  const [chosen, setChosen] = useState<TimeWindow>()
  const [isShifting, setIsShifting] = useState(false)
  const [referenceid, setReferenceid] = useState('')
  const [groupid, setGroupid] = useState<string>()
  const cursor = useState<number>()
  const isDisabled = whyNotEditable(subject) !== undefined
  const placed = useMemo(
    () =>
      files.flatMap((file): PlacedFile[] => {
        const recorded = recordedBy(file, zone)
        const { referencedataid: id, clockCorrection } = file
        const correction = correctionOf(id, clockCorrection)
        return recorded ? [{ file, recorded, correction, reader: readers[id] }] : []
      }),
    [files, zone, correctionOf, readers],
  )
  const named = useMemo(
    () => subject.activities.map((each) => ({ ...each, key: activityKey(each), name: nameOf(each) })),
    [subject.activities, nameOf],
  )
  const groups = useMemo(() => groupsOf(placed.map((each) => ({ ...each.recorded, each }))), [placed])
  const isOf = (id: string | undefined) => (group: (typeof groups)[number]) =>
    group.some(({ each }) => each.file.referencedataid === id)
  const group = groups.find(isOf(groupid)) ?? groups.find(isOf(placed[0]?.file.referencedataid)) ?? []
  const together = placed.filter((each) => group.some((one) => one.each === each))
  const frame = frameOf(together.map(({ recorded, correction: { shift } }) => ({ ...recorded, shift })))
  const { from } = frame
  // Where an activity is on the axis does not depend on whose file is drawn, only which is marked as its own.
  const bands = useMemo(() => (Number.isFinite(from) ? bandsOf(named, '', from) : []), [named, from])
  const unplaced = files.filter((file) => !placed.some((each) => each.file === file))
  const reference = together.find(({ file }) => file.referencedataid === referenceid) ?? together[0]
  const length = frame.to - from
  const shown = within(chosen ? { from: chosen.from - from, to: chosen.to - from } : { from: 0, to: length }, length)
  const timeFormat = { origin: from, zone }

  /** Kept as clock time: the axis begins elsewhere when a recording is moved. */
  function show(next: TimeWindow) {
    setChosen(next.from <= 0 && next.to >= length ? undefined : { from: next.from + from, to: next.to + from })
  }

  function key(name: string) {
    const next = shownAfterKey(name, { shown, length, bands })
    if (next) show(next)
  }

  const text = (at: number) => dateTimeText(at, shown.to - shown.from < 10 ? 3 : 0, timeFormat)
  return (
    <>
      <UnsavedGuard isChanged={placed.some(({ correction: { shift } }) => shift !== 0)} />
      <Apart
        subject={subject}
        unplaced={unplaced}
        groups={groups}
        shown={group}
        zone={zone}
        onShow={([first]) => {
          setGroupid(first?.each.file.referencedataid)
          setChosen(undefined)
        }}
      />
      {placed.length > 0 && (
        <div className={recording.tools}>
          {!isDisabled && (
            <SegmentedControl
              size="xs"
              aria-label={t('modes')}
              value={isShifting ? 'shift' : 'move'}
              onChange={(next) => setIsShifting(next === 'shift')}
              data={[
                { value: 'move', label: t('move') },
                { value: 'shift', label: t('shift') },
              ]}
            />
          )}
          <ZoomButtons onKey={key} />
          {together.length > 1 && !isDisabled && (
            <NativeSelect
              size="xs"
              className={classes.reference}
              label={t('together.reference')}
              value={reference?.file.referencedataid}
              onChange={(event) => setReferenceid(event.currentTarget.value)}
              data={together.map(({ file }) => ({ value: file.referencedataid, label: file.filename }))}
            />
          )}
          <span className={recording.range} role="status">
            {t('shownRange', { from: text(shown.from), to: text(shown.to) })}
          </span>
        </div>
      )}
      {together.map((each) => {
        const { referencedataid: id } = each.file
        return (
          <OneOfSeveral
            key={id}
            ids={{ studyid: subject.studyid, subjectid: subject.subjectid }}
            placed={each}
            reference={reference && reference !== each && !isDisabled ? reference : undefined}
            frame={frame}
            shown={shown}
            onShow={show}
            timeFormat={timeFormat}
            bands={bands}
            cursor={cursor}
            isShifting={isShifting}
            onReader={(reader) => setReaders((before) => ({ ...before, [id]: reader }))}
          />
        )
      })}
    </>
  )
}
