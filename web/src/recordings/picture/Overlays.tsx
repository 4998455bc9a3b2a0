import type { Annotation, Fault } from '@casebook/domain/recordings/recording.ts'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { Band } from './geometry/bands.ts'
import { dateTimeText, type TimeFormat } from './geometry/time-axis.ts'
import type { TimeWindow } from './geometry/time-window.ts'
import classes from './Overlays.module.css'
import type { NotWorn } from './tracks/not-worn.ts'

/** Faults that are drawn, annotations that are drawn over the signals, and of which the texts are shown. */
const mostFaults = 300
const mostLines = 100
const mostLabels = 12
/** About the width of a label, in a picture of usual width. */
const labelPercent = 14

/** The mark of the very end is still within the picture. */
function markLeft(percent: number): string {
  return `min(${Math.max(-1, percent)}%, calc(100% - 1px))`
}

/** On which of three lines each label stands, so that it does not cover the one before. */
function levelsOf(places: readonly number[]): number[] {
  const levels: number[] = []
  for (const [index, place] of places.entries()) {
    const before = places[index - 1]
    levels.push(before !== undefined && place - before < labelPercent ? ((levels[index - 1] ?? 0) + 1) % 3 : 0)
  }
  return levels
}

/**
 * The overlays of all lanes but the cursor: activities, faults, annotations and the selection. They are not rendered
 * when only the cursor moves.
 */
export const Overlays = memo(function Overlays({
  shown,
  bands,
  onBand,
  faults,
  annotations,
  notWorn,
  selection,
  timeFormat,
}: {
  shown: TimeWindow
  bands: readonly Band[]
  onBand: (band: Band) => void
  faults: readonly Fault[]
  annotations: readonly Annotation[]
  notWorn: readonly NotWorn[]
  selection: TimeWindow | undefined
  timeFormat: TimeFormat
}) {
  const t = useTranslations('recordings')
  const percent = (time: number) => (100 * (time - shown.from)) / (shown.to - shown.from)
  const place = ({ from, to }: TimeWindow) => {
    const left = Math.max(-1, Math.min(101, percent(from)))
    return { left: `${left}%`, width: `${Math.max(0.05, Math.min(101, percent(to)) - left)}%` }
  }
  const isShown = (from: number, to: number) => to >= shown.from && from <= shown.to
  const visible = bands.filter(({ from, to }) => isShown(from, to))
  const inside = annotations.filter(({ at, duration }) => isShown(at, at + (duration ?? 0)))
  // More of them would hide the signals. The lanes below have all.
  const marks = inside.length > mostLines ? [] : inside
  const faulty = faults.filter(({ at }) => at !== null && isShown(at, at)).slice(0, mostFaults)
  const levels = levelsOf(marks.map(({ at }) => percent(at)))
  const text = (at: number) => dateTimeText(at, 0, timeFormat)

  return (
    <>
      {visible.map((band) => (
        <div key={band.key} className={classes.shade} data-own={band.isOwn || undefined} style={place(band)} />
      ))}
      {notWorn
        .flatMap(({ stretches }) => stretches)
        .filter(({ from, to }) => isShown(from, to))
        .map((stretch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sources may tell the same stretch
          <div key={index} className={classes.notWorn} style={place(stretch)} />
        ))}
      {marks.map((mark, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: annotations have no identity of their own
          key={index}
          className={classes.annotation}
          style={{ ...place({ from: mark.at, to: mark.at + (mark.duration ?? 0) }), left: markLeft(percent(mark.at)) }}
        >
          {marks.length <= mostLabels && (
            <span data-end={percent(mark.at) > 85 || undefined} style={{ top: `${20 + 18 * (levels[index] ?? 0)}px` }}>
              {mark.text}
            </span>
          )}
        </div>
      ))}
      {faulty.map(({ what, at, count }) => (
        <div
          key={`${what} ${at}`}
          className={classes.fault}
          style={{ left: `${percent(at ?? 0)}%` }}
          title={`${t(`fault.${what}`)} × ${count}`}
        />
      ))}
      {selection && isShown(selection.from, selection.to) && (
        <div className={classes.selection} style={place(selection)} data-selection />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form */}
      <div className={classes.bands} role="group" aria-label={t('bands')}>
        {visible.map((band) => (
          <button
            key={band.key}
            type="button"
            className={classes.band}
            data-own={band.isOwn || undefined}
            // Its name begins where the picture does.
            style={place({ from: Math.max(band.from, shown.from), to: band.to })}
            title={band.isOwn ? t('bandOwn', { name: band.name }) : band.name}
            aria-label={t('bandLabel', { name: band.name, from: text(band.from), to: text(band.to) })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.stopPropagation()
            }}
            onClick={() => onBand(band)}
          >
            {band.name}
          </button>
        ))}
      </div>
    </>
  )
})

/** The line at the pointer, with its time. */
export function Cursor({ at, shown, timeFormat }: { at: number; shown: TimeWindow; timeFormat: TimeFormat }) {
  if (at < shown.from || at > shown.to) return null
  const percent = (100 * (at - shown.from)) / (shown.to - shown.from)
  return (
    <div className={classes.cursor} style={{ left: `${percent}%` }}>
      <span data-end={percent > 70 || undefined}>{dateTimeText(at, 3, timeFormat)}</span>
    </div>
  )
}
