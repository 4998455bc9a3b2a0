import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useSelectedSiteid } from '../browser/selected-site.ts'
import classes from './LinkFeedback.module.css'
import { loadAhead } from './screens.tsx'

/** Whether the next screen is being loaded. */
export const LeavingContext = createContext(false)

function useIsLeaving(): boolean {
  return useContext(LeavingContext)
}

/** A pointer that only crosses a list of links prefetches nothing. */
const dwellMs = 80

/**
 * Responds to a press on a link at once, with a mark on the link and a bar at the top that stay until the next screen
 * is shown. Prefetches code and data of a link under the pointer. Works for every link of the page, without code in the
 * screens.
 */
export function LinkFeedback() {
  const t = useTranslations('app')
  const isLeaving = useIsLeaving()
  usePressedLink(isLeaving)
  useFetchingAhead()
  if (!isLeaving) return null
  return <div className={classes.bar} role="progressbar" aria-label={t('opening')} />
}

/** React does not manage this attribute elsewhere, so rerendering keeps it. */
function usePressedLink(isLeaving: boolean) {
  const { key } = useLocation()
  const clearUnlessLeaving = useEffectEvent(() => {
    if (!isLeaving) clearPressed()
  })
  useEffect(() => {
    function onClick(event: MouseEvent) {
      clearPressed()
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      const link = linkOf(event.target)
      if (!link) return
      for (const marked of [link, link.closest('tr')]) marked?.setAttribute('data-pressed', '')
      // If a dialog asked and the person stays, nothing is loading.
      setTimeout(() => clearUnlessLeaving(), 300)
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means that the screen is shown
  useEffect(() => {
    if (!isLeaving) clearPressed()
  }, [isLeaving, key])
}

function clearPressed() {
  for (const element of document.querySelectorAll('[data-pressed]')) element.removeAttribute('data-pressed')
}

function useFetchingAhead() {
  const siteid = useSelectedSiteid()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function fetchAhead({ pathname }: HTMLAnchorElement) {
      loadAhead(pathname)
      void import('./screens-ahead.ts').then(
        ({ readScreenAhead }) => readScreenAhead(pathname, siteid),
        () => undefined,
      )
    }
    function onPoint(event: Event) {
      clearTimeout(timer)
      const link = linkOf(event.target) ?? linkOfRow(event.target)
      if (link) timer = setTimeout(fetchAhead, event.type === 'touchstart' ? 0 : dwellMs, link)
    }
    const events = ['pointerover', 'focusin', 'touchstart'] as const
    for (const type of events) document.addEventListener(type, onPoint, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const type of events) document.removeEventListener(type, onPoint)
    }
  }, [siteid])
}

/** The internal link on which an event occurred. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.origin !== location.origin || link.target || link.pathname === location.pathname)
    return undefined
  return /^\/(auth|idp|objects|dev|graphql)(\/|$)/.test(link.pathname) ? undefined : link
}

/** The link that a press anywhere in the row follows, in a list whose rows open so (DataTable.tsx). */
function linkOfRow(target: EventTarget | null): HTMLAnchorElement | undefined {
  if (!(target instanceof Element) || target.closest('a, button, input, select, textarea, label')) return undefined
  const row = target.closest('table[data-opens] > tbody > tr')
  return linkOf(row?.querySelector('td:first-child a') ?? null)
}
