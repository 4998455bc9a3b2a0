import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useIsPrinting } from '../../browser/printing.ts'
import { expectedRowPixels, SpacerRow } from './SpacerRow.tsx'

/** Smaller changes of the table's distance from the top of the page are ignored. */
const driftPx = 4
/** The maximum number of printed rows: about ten pages. */
const mostPrinted = 200

/** What has the focus in the rows that stand in the table until these ones do. */
function findFocused() {
  const element = document.activeElement
  const row = element?.closest('tr[data-index]')
  if (!element || !row) return null
  const place = [...row.querySelectorAll('*')].indexOf(element)
  return { body: row.parentElement, index: row.getAttribute('data-index'), place }
}

/**
 * Renders only the rows of a long table that are in view, between two spacer rows. `renderRow` must attach `measure` to
 * its <tr> with a `data-index`. Loaded only if a list is long. Scrolls to `shownIndex`. On paper, the table ends after
 * `mostPrinted` rows and says so.
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
  const t = useTranslations('components')
  const isPrinting = useIsPrinting()
  const top = useRef<HTMLTableRowElement>(null)
  const [offset, setOffset] = useState(0)
  const [before] = useState(findFocused)
  const focused = useRef(before)

  // Content above the rows appears and disappears (notices, panels), which changes the page's height.
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

  // What had the focus is removed with the rows that stood there before. The same place in the new ones gets it.
  useLayoutEffect(() => {
    if (!focused.current) return
    const { body, index, place } = focused.current
    if (body === null || top.current?.parentElement !== body) return
    const row = body.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
    if (!row) return
    focused.current = null
    const same = row.querySelectorAll<HTMLElement>('*')[place] ?? row
    same.focus({ preventScroll: true })
  })

  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  const above = (items[0]?.start ?? offset) - offset
  const below = virtualizer.getTotalSize() + offset - (last?.end ?? offset)

  useEffect(() => {
    if (shownIndex !== undefined) virtualizer.scrollToIndex(shownIndex, { align: 'center' })
  }, [shownIndex, virtualizer])

  if (isPrinting) {
    const printed = Math.min(count, mostPrinted)
    return (
      <>
        {Array.from({ length: printed }, (_, index) => renderRow(index, () => undefined))}
        {printed < count && (
          <tr>
            <td colSpan={1000}>{t('printedOf', { printed, count })}</td>
          </tr>
        )}
      </>
    )
  }
  return (
    <>
      <SpacerRow pixels={above} place={top} />
      {items.map((item) => renderRow(item.index, virtualizer.measureElement))}
      <SpacerRow pixels={below} />
    </>
  )
}
