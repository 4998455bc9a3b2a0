import { CloseButton } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import classes from './SidePanel.module.css'

/**
 * The list left, the panel that an action opened right (420 px, in view while the list scrolls); below the list under
 * 900 px. Give the panel as `panel`, or nothing while none is open; it may be one that is loaded only then. `isWide` is
 * for a panel that holds a table.
 */
export function WithSidePanel({
  children,
  panel,
  isWide = false,
}: {
  children: ReactNode
  panel: ReactNode
  isWide?: boolean
}) {
  return (
    <div className={classes.layout} data-open={panel ? true : undefined} data-wide={isWide || undefined}>
      <div className={classes.main}>{children}</div>
      <Suspense>{panel}</Suspense>
    </div>
  )
}

/**
 * One panel: focus goes to its first field (or its heading) when it opens and back where it was when it closes;
 * Escape leaves it, unless something inside (an open select, a confirmation) took the key.
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
    const first = panel.current?.querySelector<HTMLElement>('[data-panel-body] :is(input, select, textarea):enabled')
    ;(first ?? title.current)?.focus({ preventScroll: true })
    const isBelow = !matchMedia('(min-width: 900px)').matches
    panel.current?.scrollIntoView({ block: isBelow ? 'start' : 'nearest' })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
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
