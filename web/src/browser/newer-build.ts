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
 * within 30 seconds, and not if the server does not answer: without a connection a page that stays can still keep and
 * record what is pressed and typed. Never while the person leaves the page: the browser then aborts what is being
 * loaded, and a reload would bring them back.
 */
export function reloadForNewerBuild(page: Page, isServed = askServer, now: () => number = Date.now): void {
  const isLeaving = watchLeaving(page, now)
  page.addEventListener('vite:preloadError', async (event) => {
    if (isLeaving()) return event.preventDefault()
    const last = Number(readStored(() => page.sessionStorage, reloadKey))
    if (now() - last < againAfterMs || !(await isServed()) || isLeaving()) return
    writeStored(() => page.sessionStorage, reloadKey, String(now()))
    page.location.reload()
  })
}

const askServer = () =>
  fetch('/auth/session').then(
    ({ status }) => status < 500,
    () => false,
  )
