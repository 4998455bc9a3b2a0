import { watchLeaving } from './leaving.ts'
import { readStored, writeStored } from './preferences.ts'

const reloadKey = 'casebook.reloaded-at'
const againAfterMs = 30_000

type Page = {
  addEventListener: (type: string, listener: (event: Event) => void) => void
  sessionStorage: Storage
  location: { reload: () => void }
}

/**
 * Reloads the page if a part of the app is missing on the server, because the page is of an older build. Reloads once
 * within 30 seconds, and never while the person leaves the page: the browser then aborts what is being loaded, and a
 * reload would bring them back.
 */
export function reloadForNewerBuild(page: Page, now: () => number = Date.now): void {
  const isLeaving = watchLeaving(page, now)
  page.addEventListener('vite:preloadError', (event) => {
    if (isLeaving()) return event.preventDefault()
    const last = Number(readStored(() => page.sessionStorage, reloadKey))
    if (now() - last < againAfterMs) return
    event.preventDefault()
    writeStored(() => page.sessionStorage, reloadKey, String(now()))
    page.location.reload()
  })
}
