import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core'
import { notWornOf } from './picture/tracks/not-worn.ts'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChannelChoice } from './picture/ChannelChoice.tsx'
import { type Band, bandsOf, type NamedActivity } from './picture/geometry/bands.ts'
import { shownAfterKey } from './picture/geometry/keys.ts'
import { firstTelling, lanesOf } from './picture/geometry/lanes.ts'
import { dateTimeText, type TimeFormat } from './picture/geometry/time-axis.ts'
import { around, type TimeWindow, within } from './picture/geometry/time-window.ts'
import type { DragMode } from './picture/gestures/use-gestures.ts'
import { Overview } from './picture/Overview.tsx'
import { Picture } from './picture/Picture.tsx'
import { useDrawn } from './picture/use-drawn.ts'
import { ZoomButtons } from './picture/ZoomButtons.tsx'
import classes from './reading/Recording.module.css'
import { lengthOf, type ReadingState, type Seen } from './reading/reading-state.ts'
import type { RecordingReader } from './reading/recording-reader.ts'
import { useLook } from './reading/use-look.ts'
import { SelectionPanel } from './selection/SelectionPanel.tsx'
import { type Selection, selectedIn } from './selection/selection.ts'

/** The picture of a recording with its controls, and the statistics of the selection. */
export function Signals({
  filename,
  reader,
  state,
  timeFormat,
  activities,
  own,
  isShifting,
  onIsShifting,
  canShift,
  onShift,
  shift,
}: {
  filename: string
  reader: RecordingReader | undefined
  state: ReadingState
  timeFormat: TimeFormat
  activities: readonly NamedActivity[]
  /** The key of the activity whose file this is (keyOfOccurrence). */
  own: string
  isShifting: boolean
  onIsShifting: (isShifting: boolean) => void
  canShift: boolean
  /** Called with the seconds to add to the stored clock correction; not saved yet. */
  onShift: (seconds: number) => void
  shift: number
}) {
  const t = useTranslations('recordings')
  const scheme = useComputedColorScheme('light')
  const channels = state.opened?.description.channels
  const lanes = useMemo(() => lanesOf(channels ?? []), [channels])
  const [drawn, onDraw] = useDrawn(lanes)
  const length = lengthOf(state)
  const [chosen, setChosen] = useState<TimeWindow>()
  const shown = useMemo(() => within(chosen ?? { from: 0, to: length }, length), [chosen, length])
  const [chosenRange, setSelection] = useState<Selection>()
  const [isSelecting, setIsSelecting] = useState(false)
  const [width, setWidth] = useState(0)
  const mode: DragMode = isShifting ? 'shift' : isSelecting ? 'select' : 'move'
  const { origin } = timeFormat
  const bands = useMemo(() => (origin === null ? [] : bandsOf(activities, own, origin)), [activities, own, origin])
  const selection = useMemo(() => selectedIn(chosenRange, bands, length), [chosenRange, bands, length])
  const notWorn = useMemo(() => notWornOf(state.quality, channels), [state.quality, channels])
  const whole = useWhole(state.seen, length)

  useLook(reader, shown, { length, width, end: state.end })

  function show(next: TimeWindow) {
    setChosen(next.from <= 0 && next.to >= length ? undefined : next)
  }

  function key(name: string) {
    const next = shownAfterKey(name, { shown, length, bands })
    if (next) show(next)
  }

  function openBand(band: Band) {
    show(around(band, length))
    setSelection({ band: band.key })
  }

  const outside = bands.filter(({ from, to }) => to <= 0 || from >= length)
  const text = (at: number) => dateTimeText(at, shown.to - shown.from < 10 ? 3 : 0, timeFormat)
  const inStrip = useMemo(() => whole && firstTelling(lanes, whole.views), [lanes, whole])
  return (
    <section className={classes.signals}>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('modes')}
          value={mode}
          onChange={(next) => {
            setIsSelecting(next === 'select')
            onIsShifting(next === 'shift')
          }}
          data={[
            { value: 'move', label: t('move') },
            { value: 'select', label: t('select') },
            ...(canShift ? [{ value: 'shift', label: t('shift') }] : []),
          ]}
        />
        <ZoomButtons onKey={key} />
        <Button size="xs" variant="default" onClick={() => setSelection(shown)}>
          {t('selectShown')}
        </Button>
        <span className={classes.range} role="status">
          {t('shownRange', { from: text(shown.from), to: text(shown.to) })}
        </span>
      </div>
      {whole && inStrip && (
        <Overview
          views={inStrip.channels.flatMap((channel) => whole.views[channel] ?? [])}
          length={length}
          shown={shown}
          width={width}
          scheme={scheme}
          label={t('overview')}
          onShow={show}
        />
      )}
      <Picture
        filename={filename}
        channels={channels ?? []}
        lanes={lanes}
        drawn={drawn}
        onDraw={onDraw}
        seen={state.seen}
        shown={shown}
        onShow={show}
        length={length}
        timeFormat={timeFormat}
        bands={bands}
        onBand={openBand}
        faults={state.faults}
        annotations={state.annotations}
        notWorn={notWorn}
        selection={selection}
        onSelect={setSelection}
        mode={mode}
        shift={shift}
        onShift={onShift}
        onWidth={setWidth}
      />
      <ChannelChoice
        channels={channels ?? []}
        lanes={lanes}
        drawn={drawn}
        onDraw={(channel) => onDraw(channel, true)}
      />
      {origin === null && state.phase === 'read' && (
        <p className={`${classes.quiet} ${classes.outside}`}>{t('noBands')}</p>
      )}
      {outside.length > 0 && (
        <p className={`${classes.quiet} ${classes.outside}`}>
          {t('outsideBands', { names: outside.map(({ name }) => name).join('; ') })}
        </p>
      )}
      <SelectionPanel
        reader={reader}
        isRead={state.phase === 'read'}
        channels={channels ?? []}
        lanes={lanes}
        drawn={drawn}
        selection={selection}
        onClear={() => setSelection(undefined)}
        timeFormat={timeFormat}
        filename={filename}
        seen={state.seen}
        shown={shown}
        bands={bands}
      />
    </section>
  )
}

/** The reader's latest view of the whole recording, for the overview. */
function useWhole(seen: Seen | undefined, length: number): Seen | undefined {
  const [last, setLast] = useState<Seen>()
  const isWhole = seen !== undefined && seen.from <= 0 && seen.to >= length * 0.999
  if (isWhole && seen !== last) setLast(seen)
  return isWhole ? seen : last
}
