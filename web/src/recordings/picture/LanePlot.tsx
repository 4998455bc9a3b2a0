import { useEffect, useEffectEvent, useRef } from 'react'
import uPlot from 'uplot'
import { useFormatter, useLocale } from 'use-intl'
import 'uplot/dist/uPlot.min.css'
import { tickNumberFormat } from '../texts/tick-number.ts'
import { colourOf, inks, type Scheme } from './geometry/colours.ts'
import { hatchPattern } from './geometry/hatch.ts'
import type { LaneData } from './geometry/lane-data.ts'
import { type TimeFormat, tickSteps, ticksBetween, timeText } from './geometry/time-axis.ts'
import type { TimeWindow } from './geometry/time-window.ts'
import classes from './Picture.module.css'

/** Pixels to the left of every plot, for the value axis, and to its right. */
export const gutter = { left: 56, right: 8 } as const
const axisHeight = 28
/** Half the width of a label on the time axis, in pixels. */
const labelRoom = 24
/** Gaps narrower than this many pixels are marks at the bottom, because many of them would hide the signal. */
const narrow = 3
const markHeight = 8

type Props = {
  data: LaneData
  /** The index of its channels among the lane's colours. */
  places: readonly number[]
  shown: TimeWindow
  timeFormat: TimeFormat
  width: number
  height: number
  scheme: Scheme
  /** Whether the time axis is shown below this lane. */
  hasTimes: boolean
}

/** The lines of one lane, drawn by uPlot. Overlays (activities, selection, cursor) cover all lanes at once. */
export function LanePlot({ data, places, shown, timeFormat, width, height, scheme, hasTimes }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const format = useFormatter()
  // Read by uPlot's callbacks, which live as long as the plot.
  const now = useEffectEvent(() => ({ data, timeFormat, format }))
  const locale = useLocale()
  const shape = `${places.join()} ${scheme} ${hasTimes} ${height} ${locale}`

  // Data and range are set below. Only a change of shape creates a new plot.
  // biome-ignore lint/correctness/useExhaustiveDependencies: shape represents places, scheme, hasTimes, height and the language of the axis
  useEffect(() => {
    const element = host.current
    if (!element) return
    const ink = inks[scheme]
    const made = new uPlot(
      {
        width: Math.max(1, width),
        height: height + (hasTimes ? axisHeight : 0),
        legend: { show: false },
        cursor: { show: false },
        padding: [6, gutter.right, hasTimes ? 0 : 6, 0],
        scales: { x: { time: false, auto: false }, y: { range: paddedRange } },
        axes: [
          {
            show: hasTimes,
            size: axisHeight,
            stroke: ink.quiet,
            font: '12px Inter Variable, sans-serif',
            grid: { stroke: ink.line, width: 1 },
            ticks: { stroke: ink.line, width: 1, size: 4 },
            incrs: tickSteps,
            space: 96,
            splits: (_self, _axis, from, to, step) => ticksBetween(from, to, step, now().timeFormat),
            values: (self, splits, _axis, _space, step) => {
              const end = self.bbox.width / devicePixelRatio - labelRoom
              // A label at the end would be cut off.
              return splits.map((at) => (self.valToPos(at, 'x') > end ? '' : timeText(at, step, now().timeFormat)))
            },
          },
          {
            size: gutter.left,
            stroke: ink.quiet,
            font: '11px Inter Variable, sans-serif',
            grid: { show: places.length > 0, stroke: ink.line, width: 1 },
            ticks: { show: false },
            // At least two values, whatever the height.
            space: Math.max(18, height / 5.5),
            values: (_self, splits, _axis, _space, step) => {
              // Annotations alone have a time, and no values.
              if (places.length === 0) return splits.map(() => '')
              const style = tickNumberFormat(step, splits)
              return splits.map((value) => now().format.number(value === 0 ? 0 : value, style))
            },
          },
        ],
        series: [
          {},
          ...places.map((place) => ({
            stroke: colourOf(scheme, place),
            width: 1,
            points: { show: (self: uPlot, series: number) => isSparse(self, series) },
            spanGaps: false,
          })),
        ],
        hooks: { drawAxes: [(self) => drawGaps(self, now().data.gaps, ink.hatch)] },
      },
      aligned(now().data),
      element,
    )
    plot.current = made
    return () => {
      plot.current = undefined
      made.destroy()
    }
  }, [shape])

  useEffect(() => {
    plot.current?.setSize({ width: Math.max(1, width), height: height + (hasTimes ? axisHeight : 0) })
  }, [width, height, hasTimes])

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again for another shape or clock
  useEffect(() => {
    plot.current?.batch(() => {
      plot.current?.setData(aligned(data), false)
      plot.current?.setScale('x', { min: shown.from, max: shown.to })
    })
  }, [data, shape, timeFormat.origin, timeFormat.zone])

  useEffect(() => {
    plot.current?.setScale('x', { min: shown.from, max: shown.to })
  }, [shown.from, shown.to])

  return <div ref={host} className={classes.plot} aria-hidden />
}

function aligned({ x, ys }: LaneData): uPlot.AlignedData {
  return [x, ...ys]
}

function paddedRange(_self: uPlot, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [0, 1]
  const margin = (max - min) * 0.06 || Math.abs(max) * 0.1 || 1
  return [min - margin, max + margin]
}

/** Whether samples are so sparse that each is drawn as a point. */
function isSparse(self: uPlot, series: number): boolean {
  const [first = 0, last = 0] = self.series[0]?.idxs ?? []
  let count = 0
  const values = self.data[series]
  for (let i = first; i <= last && count <= 200; i++) if (typeof values?.[i] === 'number') count++
  return count > 0 && count <= Math.min(200, self.width / 8)
}

function drawGaps(self: uPlot, gaps: readonly TimeWindow[], colour: string): void {
  const { ctx, bbox } = self
  const { min = 0, max = 0 } = self.scales.x ?? {}
  ctx.save()
  const pattern = hatchPattern(ctx, colour)
  for (const { from, to } of gaps) {
    if (to < (min ?? 0) || from > (max ?? 0)) continue
    const left = Math.max(bbox.left, self.valToPos(from, 'x', true))
    const right = Math.min(bbox.left + bbox.width, self.valToPos(to, 'x', true))
    const isNarrow = right - left < narrow * devicePixelRatio
    const height = isNarrow ? markHeight * devicePixelRatio : bbox.height
    ctx.fillStyle = isNarrow ? colour : pattern
    ctx.fillRect(left, bbox.top + bbox.height - height, Math.max(devicePixelRatio, right - left), height)
  }
  ctx.restore()
}
