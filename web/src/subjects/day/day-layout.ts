import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import type { Span } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { groupBy } from '@casebook/domain/shared/group-by.ts'
import { type DayActivity, inOrder } from '@casebook/domain/subjects/day/day-warnings.rules.ts'

/** `activity` is its key (keyOfOccurrence). */
export type TimedFile = { referencedataid: string; filename: string; activity: string; span: Span }

/** A bar: from and to in percent of the width, in the lane counted from 0. */
export type Bar<Of> = { of: Of; from: number; to: number; lane: number }

export type DayLayout<A> = {
  /** yyyy-MM-dd in the zone. */
  day: string
  activities: Bar<A>[]
  activityLanes: number
  files: Bar<TimedFile>[]
  fileLanes: number
  /** Between activities, with the seconds without a recorded activity. */
  gaps: { from: number; to: number; seconds: number }[]
  /** Round times, in percent of the width. */
  ticks: { at: number; text: string }[]
}

/**
 * A file is drawn with its activity if it is at most this many seconds away. That shows a clock in another zone, while
 * a file of another day does not compress the picture.
 */
const nearby = 3 * 3600
const shortestRange = 600
const steps = [60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600]
const mostTicks = 8

/** The activities of each day with the files of that time, laid out for drawing. */
export function layOutDays<A extends DayActivity>(
  activities: readonly A[],
  files: readonly TimedFile[],
  zone: string,
): DayLayout<A>[] {
  const days = groupBy(inOrder(activities), ({ startTime }) => formatActivityTime(startTime, zone).slice(0, 10))
  return [...days].map(([day, ofDay]) => layOut(day, ofDay, files, zone))
}

/** The activities in chronological order, with the gaps between those of a day as the picture shows them. */
export function withGaps<A extends DayActivity>(activities: readonly A[], zone: string): (A | Span)[] {
  const days = groupBy(inOrder(activities), ({ startTime }) => formatActivityTime(startTime, zone).slice(0, 10))
  return [...days.values()].flatMap((ofDay) => {
    const gaps = gapsOf(ofDay)
    return ofDay.flatMap((activity) => {
      const gap = gaps.find(({ to }) => to === activity.startTime)
      if (gap) gaps.splice(gaps.indexOf(gap), 1)
      return gap ? [gap, activity] : [activity]
    })
  })
}

function layOut<A extends DayActivity>(
  day: string,
  activities: A[],
  files: readonly TimedFile[],
  zone: string,
): DayLayout<A> {
  const began = Math.min(...activities.map(({ startTime }) => startTime))
  const ended = Math.max(...activities.map(({ stopTime }) => stopTime))
  const near = files.filter(({ span }) => span.to > began - nearby && span.from < ended + nearby)
  const from = Math.min(began, ...near.map(({ span }) => Math.max(span.from, began - nearby)))
  const to = Math.max(ended, ...near.map(({ span }) => Math.min(span.to, ended + nearby)))
  const margin = Math.max((to - from) * 0.02, (shortestRange - (to - from)) / 2)
  const start = from - margin
  const length = to - from + 2 * margin
  const percent = (time: number) => Math.min(100, Math.max(0, ((time - start) / length) * 100))
  const bar = (span: Span) => ({ from: percent(span.from), to: percent(span.to) })

  const placed = inLanes(activities, ({ startTime, stopTime }) => ({ from: startTime, to: stopTime }))
  const placedFiles = inLanes(near, ({ span }) => span)
  return {
    day,
    activities: placed.map(({ of, lane }) => ({ of, lane, ...bar({ from: of.startTime, to: of.stopTime }) })),
    activityLanes: Math.max(...placed.map(({ lane }) => lane + 1)),
    files: placedFiles.map(({ of, lane }) => ({ of, lane, ...bar(of.span) })),
    fileLanes: Math.max(0, ...placedFiles.map(({ lane }) => lane + 1)),
    gaps: gapsOf(activities).map(({ from: gapFrom, to: gapTo }) => ({
      ...bar({ from: gapFrom, to: gapTo }),
      seconds: gapTo - gapFrom,
    })),
    ticks: ticksOf(start, length, zone),
  }
}

/** Each in the first lane that is free when it begins. `items` are in chronological order. */
function inLanes<Of>(items: readonly Of[], spanOf: (item: Of) => Span): { of: Of; lane: number }[] {
  const busyUntil: number[] = []
  return [...items]
    .sort((a, b) => spanOf(a).from - spanOf(b).from)
    .map((of) => {
      const { from, to } = spanOf(of)
      const free = busyUntil.findIndex((until) => until <= from)
      const lane = free < 0 ? busyUntil.length : free
      busyUntil[lane] = to
      return { of, lane }
    })
}

function gapsOf(activities: readonly DayActivity[]): Span[] {
  let latest = activities[0]?.stopTime ?? 0
  return activities.flatMap(({ startTime, stopTime }) => {
    const gap = startTime > latest ? [{ from: latest, to: startTime }] : []
    latest = Math.max(latest, stopTime)
    return gap
  })
}

function ticksOf(start: number, length: number, zone: string): { at: number; text: string }[] {
  const step = steps.find((each) => length / each <= mostTicks) ?? Math.ceil(length / mostTicks / 86_400) * 86_400
  // Clock times within a day, beyond that days.
  const [from, to] = step < 86_400 ? [11, 16] : [5, 10]
  const ticks: { at: number; text: string }[] = []
  for (let time = Math.ceil(start / step) * step; time < start + length; time += step) {
    ticks.push({ at: ((time - start) / length) * 100, text: formatActivityTime(time, zone).slice(from, to) })
  }
  return ticks
}
