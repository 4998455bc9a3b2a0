import type { View } from '@casebook/domain/recordings/seen/pyramid.ts'
import { useEffect, useRef } from 'react'
import { colourOf, inks, type Scheme } from './geometry/colours.ts'
import { hatchPattern } from './geometry/hatch.ts'
import { laneData } from './geometry/lane-data.ts'
import { type TimeWindow, within } from './geometry/time-window.ts'
import classes from './Overview.module.css'

const height = 48

/** The whole recording in one lane, with a frame around the visible part. Dragging the frame moves it. */
export function Overview({
  views,
  length,
  shown,
  width,
  scheme,
  label,
  onShow,
}: {
  /** Of the whole. */
  views: readonly View[]
  length: number
  shown: TimeWindow
  width: number
  scheme: Scheme
  label: string
  onShow: (shown: TimeWindow) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const grip = useRef<{ x: number; from: number } | undefined>(undefined)

  useEffect(() => {
    if (canvas.current) draw(canvas.current, { views, length, width, scheme })
  }, [views, length, width, scheme])

  const share = (time: number) => `${(100 * time) / Math.max(length, 1e-9)}%`
  const timeAt = (x: number, element: HTMLElement) =>
    ((x - element.getBoundingClientRect().left) / Math.max(1, element.clientWidth)) * length

  return (
    <div
      className={classes.overview}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        const at = timeAt(event.clientX, event.currentTarget)
        const span = shown.to - shown.from
        const isInside = at >= shown.from && at <= shown.to
        const from = isInside ? shown.from : at - span / 2
        if (!isInside) onShow(within({ from, to: from + span }, length))
        grip.current = { x: event.clientX, from }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!grip.current) return
        const by = ((event.clientX - grip.current.x) / Math.max(1, event.currentTarget.clientWidth)) * length
        const from = grip.current.from + by
        onShow(within({ from, to: from + shown.to - shown.from }, length))
      }}
      onPointerUp={() => {
        grip.current = undefined
      }}
      onPointerCancel={() => {
        grip.current = undefined
      }}
    >
      <canvas ref={canvas} />
      <div className={classes.frame} style={{ left: share(shown.from), width: share(shown.to - shown.from) }} />
    </div>
  )
}

function draw(
  canvas: HTMLCanvasElement,
  { views, length, width, scheme }: { views: readonly View[]; length: number; width: number; scheme: Scheme },
): void {
  const ratio = window.devicePixelRatio
  canvas.width = Math.max(1, Math.round(width * ratio))
  canvas.height = height * ratio
  const pen = canvas.getContext('2d')
  if (!pen) return
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (const { min, max } of views)
    for (let i = 0; i < min.length; i++) {
      least = Math.min(least, min[i] ?? least)
      greatest = Math.max(greatest, max[i] ?? greatest)
    }
  const x = (time: number) => (time / Math.max(length, 1e-9)) * canvas.width
  const y = (value: number) =>
    canvas.height - 3 * ratio - ((value - least) / (greatest - least || 1)) * (canvas.height - 6 * ratio)
  const data = laneData(views)
  pen.fillStyle = hatchPattern(pen, inks[scheme].hatch)
  for (const { from, to } of data.gaps)
    if (x(to) - x(from) >= 1) pen.fillRect(x(from), 0, x(to) - x(from), canvas.height)
  pen.globalAlpha = 0.8
  pen.lineWidth = ratio
  for (const [place, values] of data.ys.entries()) {
    pen.strokeStyle = colourOf(scheme, place)
    pen.beginPath()
    let isJoined = false
    for (const [index, value] of values.entries()) {
      if (value === null) isJoined = false
      if (typeof value !== 'number') continue
      const at = x(data.x[index] ?? 0)
      if (isJoined) pen.lineTo(at, y(value))
      else pen.moveTo(at, y(value))
      isJoined = true
    }
    pen.stroke()
  }
}
