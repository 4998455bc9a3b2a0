import '@mantine/core/styles/CloseButton.css'
import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { headingAround, isFocusLost, keepFocus } from './focus-after.ts'
import classes from './SidePanel.module.css'

/**
 * One panel. When it opens, its first field (or its heading) gets the focus; when it closes with the
 * focus, the focus returns. Escape
 * closes it, unless an element inside (an open select, a confirmation) handled the key.
 */
export function SidePanel({
  heading,
  onClose,
  children,
}: {
  heading: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useTranslations('components')
  const headingid = useId()
  const panel = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const before = document.activeElement
    const around = headingAround(panel.current?.parentElement ?? null)
    const first = panel.current?.querySelector<HTMLElement>('[data-panel-body] :is(input, select, textarea):enabled')
    ;(first ?? title.current)?.focus({ preventScroll: true })
    // Selected, as after Tab, so that typing replaces a name or the text of an earlier visit.
    if (first instanceof HTMLInputElement && first.type === 'text') first.select()
    if (panel.current && !isInView(panel.current, title.current, first ?? title.current)) {
      const isNarrow = !matchMedia('(min-width: 900px)').matches
      panel.current.scrollIntoView({ block: isNarrow ? 'start' : 'nearest' })
    }
    return () => {
      // The person may have gone on to something else before the panel closed, such as a row's menu.
      if (isFocusLost() && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      // The element that opened it may be gone, or disabled by the save.
      keepFocus(around)
    }
  }, [])

  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-labelledby={headingid}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        if (event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={classes.head}>
        <h2 id={headingid} ref={title} tabIndex={-1} className={classes.title}>
          {heading}
        </h2>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      <div data-panel-body>{children}</div>
    </section>
  )
}

/** Whether the panel's head and the element that takes the focus are between the sticky rows and the window's end. */
function isInView(panel: HTMLElement, head: HTMLElement | null, focused: HTMLElement | null): boolean {
  const top = Number.parseFloat(getComputedStyle(panel).scrollMarginTop)
  const from = head?.getBoundingClientRect().top ?? 0
  const to = focused?.getBoundingClientRect().bottom ?? 0
  return from >= top && to <= innerHeight
}
