import type { Channel, ChannelKind } from '@casebook/domain/recordings/recording.ts'
import { unitText } from '../../texts/measured/unit-text.ts'
import type { Band } from '../picture/geometry/bands.ts'
import { colourOf, inks } from '../picture/geometry/colours.ts'
import { laneData } from '../picture/geometry/lane-data.ts'
import type { Lane } from '../picture/geometry/lanes.ts'
import { dateTimeText, type TimeFormat, tickSteps, ticksBetween, timeText } from '../picture/geometry/time-axis.ts'
import type { TimeWindow } from '../picture/geometry/time-window.ts'
import type { Seen } from '../reading/reading-state.ts'

const width = 1200
const left = 72
const right = 1184
const top = 48
const laneHeight = 140
const bandHeight = 24

/**
 * The visible part as a self-contained SVG: file name, lanes with their units, times, gaps and activities. In light
 * colours.
 */
export function svgPicture({
  filename,
  channels,
  lanes,
  drawn,
  seen,
  shown,
  bands,
  timeFormat,
  kindOf,
}: {
  filename: string
  channels: readonly Channel[]
  lanes: readonly Lane[]
  drawn: ReadonlySet<number>
  seen: Seen
  shown: TimeWindow
  bands: readonly Band[]
  timeFormat: TimeFormat
  kindOf: (kind: ChannelKind) => string
}): string {
  const ink = inks.light
  const x = (time: number) => left + ((time - shown.from) / (shown.to - shown.from)) * (right - left)
  const visible = lanes.filter((lane) => lane.channels.some((channel) => drawn.has(channel)))
  const bottom = top + visible.length * laneHeight
  const height = bottom + bandHeight + 40
  const parts: string[] = []
  for (const { from, to, name, isOwn } of bands) {
    if (to < shown.from || from > shown.to) continue
    const [a, b] = [Math.max(left, x(from)), Math.min(right, x(to))]
    parts.push(
      `<rect x="${fixed(a)}" y="${top}" width="${fixed(b - a)}" height="${bottom - top + bandHeight}" fill="${isOwn ? '#e6f5f3' : '#f0f3f5'}"/>`,
      `<text x="${fixed(a + 4)}" y="${bottom + 16}" font-size="12" fill="${ink.text}">${escaped(name)}</text>`,
    )
  }
  for (const [index, lane] of visible.entries()) {
    const y0 = top + index * laneHeight
    const shownChannels = lane.channels.filter((channel) => drawn.has(channel))
    const data = laneData(shownChannels.flatMap((channel) => seen.views[channel] ?? []))
    const values = data.ys.flatMap((row) =>
      row.filter((value, i) => typeof value === 'number' && isIn(data.x[i], shown)),
    )
    const numbers = values.filter((value) => typeof value === 'number')
    const least = numbers.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY)
    const most = numbers.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY)
    const y = (value: number) => y0 + laneHeight - 12 - ((value - least) / (most - least || 1)) * (laneHeight - 36)
    for (const gap of data.gaps) {
      const [a, b] = [Math.max(left, x(gap.from)), Math.min(right, x(gap.to))]
      if (b > a)
        parts.push(`<rect x="${fixed(a)}" y="${y0}" width="${fixed(b - a)}" height="${laneHeight}" fill="url(#gap)"/>`)
    }
    parts.push(
      `<line x1="${left}" x2="${right}" y1="${y0 + laneHeight}" y2="${y0 + laneHeight}" stroke="${ink.line}"/>`,
    )
    const kind = kindOf(lane.kind)
    const unit = unitText(lane.unit ?? '')
    parts.push(
      `<text x="${left}" y="${y0 + 14}" font-size="12" fill="${ink.quiet}">${escaped(unit ? `${kind} (${unit})` : kind)}</text>`,
    )
    if (numbers.length > 0)
      for (const value of [least, most])
        parts.push(
          `<text x="${left - 6}" y="${fixed(y(value) + 4)}" font-size="11" text-anchor="end" fill="${ink.quiet}">${Number(value.toPrecision(4))}</text>`,
        )
    for (const [place, row] of data.ys.entries()) {
      const channel = shownChannels[place] ?? 0
      const colour = colourOf('light', lane.channels.indexOf(channel))
      parts.push(`<path d="${pathOf(data.x, row, x, y, shown)}" fill="none" stroke="${colour}" stroke-width="1"/>`)
      const name = channels[channel]?.name ?? ''
      parts.push(
        `<text x="${left + 180 + place * 110}" y="${y0 + 14}" font-size="12" fill="${colour}">${escaped(name.slice(0, 16))}</text>`,
      )
    }
  }
  const step = tickSteps.find((each) => (right - left) / ((shown.to - shown.from) / each) >= 90) ?? 86_400
  for (const tick of ticksBetween(shown.from, shown.to, step, timeFormat))
    parts.push(
      `<text x="${fixed(x(tick))}" y="${height - 16}" font-size="12" text-anchor="middle" fill="${ink.quiet}">${timeText(tick, step, timeFormat)}</text>`,
    )
  const title = `${filename} · ${dateTimeText(shown.from, 0, timeFormat)} – ${dateTimeText(shown.to, 0, timeFormat)}${timeFormat.origin === null ? '' : ` (${timeFormat.zone})`}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, Arial, sans-serif"><defs><pattern id="gap" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="8" fill="${ink.hatch}"/></pattern><clipPath id="area"><rect x="${left}" y="0" width="${right - left}" height="${height}"/></clipPath></defs><rect width="${width}" height="${height}" fill="${ink.ground}"/><text x="16" y="28" font-size="14" font-weight="600" fill="${ink.text}">${escaped(title)}</text>${parts.join('')}</svg>`
}

function pathOf(
  times: readonly number[],
  row: readonly (number | null | undefined)[],
  x: (time: number) => number,
  y: (value: number) => number,
  shown: TimeWindow,
): string {
  let path = ''
  let isJoined = false
  for (const [i, value] of row.entries()) {
    if (value === null) isJoined = false
    if (typeof value !== 'number' || !isIn(times[i], shown)) continue
    path += `${isJoined ? 'L' : 'M'}${fixed(x(times[i] ?? 0))} ${fixed(y(value))}`
    isJoined = true
  }
  return path
}

function isIn(time: number | undefined, { from, to }: TimeWindow): boolean {
  return time !== undefined && time >= from && time <= to
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function escaped(text: string): string {
  const safe: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (sign) => safe[sign] ?? sign).replaceAll(/\p{Cc}/gu, ' ')
}
