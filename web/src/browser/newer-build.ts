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
export function reloadForNewerBuild(
  page: Page,
  isServed: () => Promise<boolean> = askForPage,
  now: () => number = Date.now,
): void {
  const isLeaving = watchLeaving(page, now)
  let isAsking = false
  page.addEventListener('vite:preloadError', async (event) => {
    if (isLeaving()) return event.preventDefault()
    const last = Number(readStored(() => page.sessionStorage, reloadKey))
    if (isAsking || now() - last < againAfterMs) return
    isAsking = true
    const isAnswered = await isServed()
    isAsking = false
    if (!isAnswered || isLeaving()) return
    writeStored(() => page.sessionStorage, reloadKey, String(now()))
    page.location.reload()
  })
}

function askForPage(): Promise<boolean> {
  return fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
