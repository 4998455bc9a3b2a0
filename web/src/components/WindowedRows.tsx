import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { expectedRowPixels, SpacerRow } from './SpacerRow.tsx'

/** Where an offset may drift before the rows are measured anew: half a hairline row. */
const driftPx = 4

/**
 * The rows of a long table, drawn only as far as they are in view of the window, between two spacer rows. `renderRow`
 * must hang `measure` on its <tr> with a `data-index`. Loaded only when a list is long. `shownIndex` is scrolled to.
 */
export function WindowedRows({
  count,
  keyAt,
  renderRow,
  shownIndex,
}: {
  count: number
  keyAt: (index: number) => string
  renderRow: (index: number, measure: (element: HTMLTableRowElement | null) => void) => ReactNode
  shownIndex: number | undefined
}) {
  const top = useRef<HTMLTableRowElement>(null)
  const [offset, setOffset] = useState(0)

  // What stands above the rows comes and goes (notices, panels): the page's height tells.
  useLayoutEffect(() => {
    function measureTop() {
      const now = (top.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      setOffset((before) => (Math.abs(before - now) > driftPx ? now : before))
    }
    measureTop()
    const observer = new ResizeObserver(measureTop)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => expectedRowPixels,
    overscan: 20,
    scrollMargin: offset,
    getItemKey: keyAt,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  const above = (items[0]?.start ?? offset) - offset
  const below = virtualizer.getTotalSize() + offset - (last?.end ?? offset)

  useEffect(() => {
    if (shownIndex !== undefined) virtualizer.scrollToIndex(shownIndex, { align: 'center' })
  }, [shownIndex, virtualizer])

  return (
    <>
      <SpacerRow pixels={above} place={top} />
      {items.map((item) => renderRow(item.index, virtualizer.measureElement))}
      <SpacerRow pixels={below} />
    </>
  )
}
