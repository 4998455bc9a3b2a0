import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { ChannelChoice } from '../picture/ChannelChoice.tsx'
import type { Band } from '../picture/geometry/bands.ts'
import { lanesOf } from '../picture/geometry/lanes.ts'
import type { TimeFormat } from '../picture/geometry/time-axis.ts'
import { around, type TimeWindow } from '../picture/geometry/time-window.ts'
import { Picture } from '../picture/Picture.tsx'
import { notWornOf } from '../picture/tracks/not-worn.ts'
import { useDrawn } from '../picture/use-drawn.ts'
import { FailureNotice } from '../reading/FailureNotice.tsx'
import { lengthOf } from '../reading/reading-state.ts'
import type { RecordingReader } from '../reading/recording-reader.ts'
import { useLocated } from '../reading/use-located.ts'
import { useLook } from '../reading/use-look.ts'
import { useReader } from '../reading/use-reader.ts'
import { ClockOffset } from './ClockOffset.tsx'
import { moved } from './frame.ts'
import type { PlacedFile } from './placed-file.ts'
import classes from './Together.module.css'

/** Lanes of each recording that are shown at first. */
const firstLanes = 2
const nothing = () => undefined

/** One of several recordings on their common axis: its name, zone and clock, its signals, and how its clock differs. */
export function OneOfSeveral({
  ids,
  placed,
  reference,
  frame,
  shown,
  onShow,
  timeFormat,
  bands,
  cursor,
  isShifting,
  onReader,
}: {
  ids: { studyid: string; subjectid: string }
  placed: PlacedFile
  /** The recording with whose clock this one's is compared. Undefined if this is it, or nothing may be changed. */
  reference: PlacedFile | undefined
  frame: TimeWindow
  /** In seconds since the beginning of the axis. */
  shown: TimeWindow
  onShow: (shown: TimeWindow) => void
  timeFormat: TimeFormat
  bands: readonly Band[]
  cursor: readonly [number | undefined, (at: number | undefined) => void]
  isShifting: boolean
  onReader: (reader: RecordingReader | undefined) => void
}) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const {
    file,
    recorded,
    correction: { shift, setShift },
  } = placed
  const { filename, referencedataid, activity, activityName, zone, clockCorrection } = file
  const [attempt, setAttempt] = useState(0)
  const [width, setWidth] = useState(0)
  const [layout] = useState(recorded.description.layout ?? null)
  const { reader, state } = useReader(filename, layout, useLocated(ids.subjectid, file), attempt)
  const report = useEffectEvent(onReader)
  const isOpened = state.opened !== undefined
  useEffect(() => {
    report(isOpened ? reader : undefined)
    return () => report(undefined)
  }, [reader, isOpened])

  const channels = state.opened?.description.channels
  const lanes = useMemo(() => lanesOf(channels ?? []), [channels])
  const [drawn, onDraw] = useDrawn(lanes, firstLanes)
  const by = recorded.from + shift - frame.from
  const seen = useMemo(() => state.seen && moved(state.seen, by), [state.seen, by])
  const later = useMemo(
    () => ({
      faults: state.faults.map((fault) => ({ ...fault, at: fault.at === null ? null : fault.at + by })),
      annotations: state.annotations.map((annotation) => ({ ...annotation, at: annotation.at + by })),
      notWorn: notWornOf(state.quality, channels, by),
    }),
    [state.faults, state.annotations, state.quality, channels, by],
  )
  useLook(reader, { from: shown.from - by, to: shown.to - by }, { length: lengthOf(state), width, end: state.end })

  const marked = useMemo(() => bands.map((band) => ({ ...band, isOwn: band.key === activity })), [bands, activity])
  const axis = frame.to - frame.from
  const correction = clockCorrection + shift
  return (
    <section className={classes.one} aria-label={filename}>
      <div className={classes.head}>
        <h2>
          <Link to={paths.recording(ids.studyid, ids.subjectid, activity, referencedataid)}>{filename}</Link>
        </h2>
        <p className={classes.quiet}>
          {[
            activityName,
            recorded.description.clock === 'utc'
              ? t('together.inUtc')
              : recorded.isZoneAssumed
                ? t('together.zoneAssumed', { zone: timeFormat.zone })
                : zone
                  ? t('together.zone', { zone })
                  : t('together.zoneOfFile'),
            correction === 0
              ? t('together.noCorrection')
              : t('together.correction', {
                  seconds: format.number(correction, { maximumFractionDigits: 3, signDisplay: 'exceptZero' }),
                }),
            state.phase === 'reading' && t('reading', { percent: `${Math.floor(state.fraction * 100)}` }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <FailureNotice failure={state.failure} onAgain={() => setAttempt(attempt + 1)} />
      <Picture
        filename={filename}
        channels={channels ?? []}
        lanes={lanes}
        drawn={drawn}
        onDraw={onDraw}
        seen={seen}
        shown={shown}
        onShow={onShow}
        length={axis}
        timeFormat={timeFormat}
        bands={marked}
        onBand={(band) => onShow(around(band, axis))}
        {...later}
        selection={undefined}
        onSelect={nothing}
        mode={isShifting ? 'shift' : 'move'}
        // On this axis the recording is dragged, not the activities over it.
        shift={-shift}
        onShift={(seconds) => setShift(-seconds)}
        onWidth={setWidth}
        cursor={cursor}
      />
      <ChannelChoice
        channels={channels ?? []}
        lanes={lanes}
        drawn={drawn}
        onDraw={(channel) => onDraw(channel, true)}
      />
      <ClockOffset subjectid={ids.subjectid} placed={placed} reference={reference} isShifting={isShifting} />
    </section>
  )
}
