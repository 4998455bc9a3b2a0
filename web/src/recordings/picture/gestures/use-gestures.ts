import { type RefObject, useEffect, useEffectEvent } from 'react'
import { panned, shiftedBy, type TimeWindow, zoomed } from '../geometry/time-window.ts'

export type DragMode = 'move' | 'select' | 'shift'

type Gestures = {
  shown: TimeWindow
  length: number
  mode: DragMode
  onShow: (shown: TimeWindow) => void
  onSelect: (range: TimeWindow | undefined) => void
  /** Seconds by which the recorder's clock is corrected. */
  shift: number
  onShift: (shift: number) => void
  onCursor: (at: number | undefined) => void
}

/** Wheel, drag and pinch on a surface that shows a time range. Shift with a drag selects in any mode. */
export function useGestures(surface: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const now = useEffectEvent(() => gestures)

  useEffect(() => {
    const element = surface.current
    if (!element) return
    const pointers = new Map<number, number>()
    let drag: { x: number; at: number; shown: TimeWindow; mode: DragMode; shift: number } | undefined
    let pinch: { distance: number; middle: number; shown: TimeWindow } | undefined

    let rested: { x: number; y: number } | undefined

    /** Where a page moves below a pointer that rests, browsers tell of a move to the same place. The keys may have the cursor. */
    function hasMoved({ clientX, clientY, movementX, movementY }: PointerEvent) {
      const isElsewhere = rested ? rested.x !== clientX || rested.y !== clientY : movementX !== 0 || movementY !== 0
      rested = { x: clientX, y: clientY }
      return isElsewhere
    }

    const shareOf = (x: number) => {
      const { left, width } = element.getBoundingClientRect()
      return (x - left) / Math.max(1, width)
    }
    const timeAt = (x: number, { from, to } = now().shown) => from + shareOf(x) * (to - from)

    function onWheel(event: WheelEvent) {
      event.preventDefault()
      const { shown, length, onShow } = now()
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
        onShow(panned(shown, (event.deltaX || event.deltaY) / Math.max(1, element?.clientWidth ?? 1), length))
      } else onShow(zoomed(shown, timeAt(event.clientX), Math.exp(event.deltaY * 0.0015), length))
    }

    function onDown(event: PointerEvent) {
      // A press on a band must not drag the picture below it. If captured, its click would be lost.
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return
      const { shown, mode, shift } = now()
      rested = { x: event.clientX, y: event.clientY }
      pointers.set(event.pointerId, event.clientX)
      element?.setPointerCapture(event.pointerId)
      drag = { x: event.clientX, at: timeAt(event.clientX), shown, mode: event.shiftKey ? 'select' : mode, shift }
      const [first, second] = [...pointers.values()]
      if (first !== undefined && second !== undefined) {
        drag = undefined
        pinch = { distance: Math.max(8, Math.abs(first - second)), middle: timeAt((first + second) / 2), shown }
      }
    }

    function onMove(event: PointerEvent) {
      if (!hasMoved(event)) return
      const { shown, length, onShow, onSelect, onShift, onCursor } = now()
      onCursor(timeAt(event.clientX))
      if (!pointers.has(event.pointerId)) return
      pointers.set(event.pointerId, event.clientX)
      const [first, second] = [...pointers.values()]
      if (pinch && first !== undefined && second !== undefined) {
        const factor = pinch.distance / Math.max(8, Math.abs(first - second))
        onShow(zoomed(pinch.shown, pinch.middle, factor, length))
      } else if (drag && Math.abs(event.clientX - drag.x) > 3) {
        const share = shareOf(event.clientX) - shareOf(drag.x)
        if (drag.mode === 'move') onShow(panned(drag.shown, -share, length))
        else if (drag.mode === 'shift') onShift(shiftedBy(drag.shift, share, shown))
        else {
          const at = timeAt(event.clientX)
          onSelect({ from: Math.max(0, Math.min(at, drag.at)), to: Math.min(length, Math.max(at, drag.at)) })
        }
      }
    }

    function onUp(event: PointerEvent) {
      pointers.delete(event.pointerId)
      drag = undefined
      if (pointers.size < 2) pinch = undefined
    }

    function onLeave(event: PointerEvent) {
      if (event.pointerType !== 'mouse' || hasMoved(event)) now().onCursor(undefined)
    }

    // Not passive: the page must not scroll meanwhile.
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onUp)
    element.addEventListener('pointerleave', onLeave)
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onUp)
      element.removeEventListener('pointerleave', onLeave)
    }
  }, [surface])
}
