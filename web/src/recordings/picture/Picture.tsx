import type { Annotation, Channel, Fault } from '@casebook/domain/recordings/recording.ts'
import { tracksOf } from '@casebook/domain/recordings/seen/tracks.ts'
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Seen } from '../reading/reading-state.ts'
import type { Band } from './geometry/bands.ts'
import { shownAfterKey } from './geometry/keys.ts'
import { type LaneData, laneData } from './geometry/lane-data.ts'
import type { Lane } from './geometry/lanes.ts'
import type { TimeFormat } from './geometry/time-axis.ts'
import type { TimeWindow } from './geometry/time-window.ts'
import { type DragMode, useGestures } from './gestures/use-gestures.ts'
import { LaneLegend } from './LaneLegend.tsx'
import { gutter, LanePlot } from './LanePlot.tsx'
import { Cursor, Overlays } from './Overlays.tsx'
import classes from './Picture.module.css'
import { TrackLanes } from './TrackLanes.tsx'
import type { NotWorn } from './tracks/not-worn.ts'

const none: LaneData = { x: [], ys: [], gaps: [] }

/** The lanes of a recording over one time axis, with the activities, panning, zooming and selecting. */
export function Picture({
  filename,
  channels,
  lanes,
  drawn,
  onDraw,
  seen,
  shown,
  onShow,
  length,
  timeFormat,
  bands,
  onBand,
  faults,
  annotations,
  notWorn,
  selection,
  onSelect,
  mode,
  shift,
  onShift,
  onWidth,
  cursor: sharedCursor,
}: {
  filename: string
  channels: readonly Channel[]
  lanes: readonly Lane[]
  /** The visible channels. */
  drawn: ReadonlySet<number>
  onDraw: (channel: number, isDrawn: boolean) => void
  seen: Seen | undefined
  shown: TimeWindow
  onShow: (shown: TimeWindow) => void
  length: number
  timeFormat: TimeFormat
  bands: readonly Band[]
  onBand: (band: Band) => void
  faults: readonly Fault[]
  annotations: readonly Annotation[]
  notWorn: readonly NotWorn[]
  selection: TimeWindow | undefined
  onSelect: (range: TimeWindow | undefined) => void
  mode: DragMode
  /** Seconds to add to the stored clock correction; not saved yet. */
  shift: number
  onShift: (shift: number) => void
  /** Of the plots, in pixels. */
  onWidth: (width: number) => void
  /** That of several pictures together. Otherwise it is this one's own. */
  cursor?: readonly [at: number | undefined, onCursor: (at: number | undefined) => void]
}) {
  const t = useTranslations('recordings')
  const scheme = useComputedColorScheme('light')
  const hintid = useId()
  const surface = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const ownCursor = useState<number>()
  const [cursor, setCursor] = sharedCursor ?? ownCursor
  const visible = lanes.filter((lane) => lane.channels.some((channel) => drawn.has(channel)))
  const height = visible.length <= 2 ? 168 : visible.length <= 4 ? 120 : 88
  const heightOf = (lane: Lane) => (isLegendBeside() ? Math.max(height, heightOfLegend(lane)) : height)
  const tracks = useMemo(() => tracksOf(annotations), [annotations])
  const marks = useMemo(() => annotations.filter(({ duration }) => !duration), [annotations])
  useGestures(surface, { shown, length, mode, shift, onShow, onSelect, onShift, onCursor: setCursor })

  const reportWidth = useEffectEvent(onWidth)
  useEffect(() => {
    const element = surface.current
    if (!element) return
    const watch = new ResizeObserver(([entry]) => {
      const next = Math.round(entry?.contentRect.width ?? 0)
      // Without a layout for a moment, for example during a full-page screenshot: keep the width.
      if (next === 0) return
      setWidth(next)
      reportWidth(next)
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  const datas = useMemo(
    () =>
      lanes.map((lane) => {
        const views = lane.channels
          .filter((channel) => drawn.has(channel))
          .flatMap((channel) => seen?.views[channel] ?? [])
        return views.length > 0 ? laneData(views) : none
      }),
    [lanes, drawn, seen],
  )

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const step = ((shown.to - shown.from) / 100) * (event.key === 'ArrowLeft' ? -1 : 1)
      setCursor(Math.min(shown.to, Math.max(shown.from, (cursor ?? (shown.from + shown.to) / 2) + step)))
    } else if (event.key === 'Enter') onSelect(shown)
    else if (event.key === 'Escape') onSelect(undefined)
    else {
      const next = shownAfterKey(event.key, { shown, length, bands })
      if (!next) return
      onShow(next)
    }
    event.preventDefault()
  }

  return (
    <div className={classes.board} data-bare={bands.every(({ from, to }) => to <= 0 || from >= length) || undefined}>
      {visible.map((lane, index) => (
        <div key={lane.key} className={classes.lane}>
          <LaneLegend
            lane={lane}
            channels={channels}
            drawn={drawn}
            onDraw={onDraw}
            seen={seen}
            cursor={cursor}
            scheme={scheme}
          />
          <LanePlot
            data={datas[lanes.indexOf(lane)] ?? none}
            places={lane.channels.flatMap((channel, place) => (drawn.has(channel) ? [place] : []))}
            shown={shown}
            timeFormat={timeFormat}
            width={width + gutter.left + gutter.right}
            height={heightOf(lane)}
            scheme={scheme}
            hasTimes={index === visible.length - 1}
          />
        </div>
      ))}
      {lanes.length === 0 && length > 0 && (
        // The time axis, above which annotations alone are drawn.
        <div className={classes.lane}>
          <div />
          <LanePlot
            data={none}
            places={[]}
            shown={shown}
            timeFormat={timeFormat}
            width={width + gutter.left + gutter.right}
            height={height}
            scheme={scheme}
            hasTimes
          />
        </div>
      )}
      <TrackLanes tracks={tracks} notWorn={notWorn} shown={shown} scheme={scheme} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form */}
      <div
        ref={surface}
        className={classes.surface}
        data-mode={mode}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles the keys that pan and zoom
        tabIndex={0}
        aria-label={t('picture', { filename })}
        aria-describedby={hintid}
        onKeyDown={onKeyDown}
      >
        <Overlays
          shown={shown}
          bands={bands}
          onBand={onBand}
          faults={faults}
          annotations={marks}
          notWorn={notWorn}
          selection={selection}
          timeFormat={timeFormat}
        />
        {cursor !== undefined && <Cursor at={cursor} shown={shown} timeFormat={timeFormat} />}
      </div>
      <p id={hintid} className={classes.keys}>
        {t('keys')}
      </p>
    </div>
  )
}

/** As in Picture.module.css. The width of the surface changes with it, which draws the lanes again. */
function isLegendBeside(): boolean {
  return matchMedia('(min-width: 700px)').matches
}

/** Of its title and a line for each channel, in pixels. */
function heightOfLegend({ sensor, channels }: Lane): number {
  return (sensor ? 50 : 34) + 24 * channels.length
}
