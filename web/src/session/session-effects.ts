import { forgetPerson, readOwed, writeOwed } from '../browser/forgetting.ts'
import { leavesWithinMs, watchLeaving } from '../browser/leaving.ts'
import { readStored, writeStored } from '../browser/preferences.ts'
import { forgetReadings, rereadShown } from '../calls/graphql.ts'
import { beginCalls, endCalls } from '../calls/session-calls.ts'
import { closeLive, restartLive } from '../live/live.ts'
import { startMachine } from '../machine/machine.ts'
import {
  isOfAnother,
  type SessionAnswer,
  type SessionCommand,
  type SessionState,
  stepSession,
  type WindowWord,
} from './session-state.ts'

const loading: SessionState = { phase: 'loading', isAsking: false }

export const sessionMachine = startMachine(stepSession, loading, run)

/** Tells the browser's other windows about a sign-in or sign-out. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('casebook-session')

/** The server responds to a sign-out well within this time, even if the provider hangs. */
const signOutWithinMs = 10_000
const lookWithinMs = 20_000
const accepting = { accept: 'application/json' }

const isLeaving = typeof window === 'undefined' ? () => false : watchLeaving(window)

/** Resolves when nothing of the session is on its way any more: the server would refuse it once the session has ended. */
let ending: Promise<unknown> = Promise.resolve()
let closing: Promise<void> = Promise.resolve()

/** What the page asked before the app was loaded. Only the first look may use it: later it is out of date. */
let early = typeof window === 'undefined' ? undefined : window.casebookSession

function run(command: SessionCommand): void {
  switch (command.type) {
    case 'look':
      void look()
      break
    case 'forget':
      ending = endCalls()
      forgetPerson(command.sub)
      forgetReadings()
      writeStored(() => sessionStorage, gaveWayKey, null)
      break
    case 'closeLive':
      closing = closeLive()
      break
    case 'restartLive':
      beginCalls(command.sub)
      restartLive()
      tellGaveWay(command.sub)
      break
    case 'reread':
      void rereadShown()
      break
    case 'reload':
      reload()
      break
    case 'markOwed':
      writeOwed(command.session)
      break
    case 'unmarkOwed':
      writeOwed(null)
      break
    case 'endOnServer':
      early = undefined
      void endOnServer(command.session)
      break
    case 'notifyWindows':
      channel?.postMessage(command.what)
      break
    case 'go':
      location.assign(command.location)
      break
  }
}

/** While a page of one person gives way to the page of another: whose it was. */
const gaveWayKey = 'casebook.gave-way'

function reload(): void {
  const state = sessionMachine.current()
  if (!isOfAnother(state)) return
  // A person who signs in again in this window is redirected to their own page.
  if (isLeaving()) return void setTimeout(reload, leavesWithinMs)
  writeStored(() => sessionStorage, gaveWayKey, state.user.sub)
  location.reload()
}

/** On the page that took the place of another person's: says why. Not to the person who kept theirs, and is back. */
function tellGaveWay(sub: string): void {
  const from = readStored(() => sessionStorage, gaveWayKey)
  if (from === null) return
  writeStored(() => sessionStorage, gaveWayKey, null)
  if (from === sub) return
  void import('./gave-way.ts').then(({ reportGaveWay }) => reportGaveWay())
}

let lastLook: AbortController | undefined

/**
 * Asks the server who is signed in. A missing response is not a sign-out: the connection notice reports it, and the
 * next check follows soon.
 */
export async function look(): Promise<void> {
  // Only the response to the latest request counts.
  lastLook?.abort()
  const asking = new AbortController()
  lastLook = asking
  const timer = setTimeout(() => asking.abort(), lookWithinMs)
  try {
    const answer = early ?? fetch('/auth/session', { headers: accepting, signal: asking.signal })
    early = undefined
    const session = await readSession(answer)
    if (lastLook === asking) sessionMachine.dispatch({ type: 'sessionRead', session })
  } catch {
    if (lastLook === asking) sessionMachine.dispatch({ type: 'lookUnanswered' })
  } finally {
    clearTimeout(timer)
  }
}

/** Extends the idle timeout. The answer also says who is signed in, and replaces an older one that is on its way. */
export async function stay(): Promise<void> {
  try {
    const signal = AbortSignal.timeout(lookWithinMs)
    const session = await readSession(fetch('/auth/stay', { method: 'POST', headers: accepting, signal }))
    lastLook?.abort()
    sessionMachine.dispatch({ type: 'sessionRead', session })
  } catch {
    await look()
  }
}

async function readSession(asked: Promise<Response>): Promise<SessionAnswer> {
  const answer = await asked
  if (answer.status === 401) return { state: 'guest' }
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
  const session: SessionAnswer = await answer.json()
  return session
}

async function endOnServer(session: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(signOutWithinMs)
    await Promise.all([ending, closing])
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const body = JSON.stringify({ session })
    const answer = await fetch('/auth/sign-out', { method: 'POST', headers, body, signal })
    if (!answer.ok) throw new Error(`/auth/sign-out answered ${answer.status}`)
    const { location: next }: { location: string | null } = await answer.json()
    sessionMachine.dispatch(next === null ? { type: 'nothingOwed' } : { type: 'signOutDone', location: next })
  } catch {
    sessionMachine.dispatch({ type: 'signOutUnanswered' })
  }
}

export function announceSessionChanged(): void {
  channel?.postMessage('changed')
}

/** How often an open page checks whether its session is about to end. The check is not activity. */
const lookEveryMs = 30_000
const retryEveryMs = 3_000

/** Starts checking regularly who is signed in. Returns a function that stops it. */
export function followSession(): () => void {
  sessionMachine.dispatch({ type: 'start', owed: readOwed() })
  const onDue = () => sessionMachine.dispatch({ type: 'lookDue' })
  const onRetry = () => sessionMachine.dispatch({ type: 'retryDue' })
  const onWord = ({ data }: MessageEvent<WindowWord>) => {
    sessionMachine.dispatch(data === 'changed' ? { type: 'lookDue' } : { type: 'signedOutElsewhere', sub: data.left })
  }
  const timers = [setInterval(onDue, lookEveryMs), setInterval(onRetry, retryEveryMs)]
  window.addEventListener('focus', onDue)
  window.addEventListener('online', onRetry)
  channel?.addEventListener('message', onWord)
  return () => {
    for (const timer of timers) clearInterval(timer)
    window.removeEventListener('focus', onDue)
    window.removeEventListener('online', onRetry)
    channel?.removeEventListener('message', onWord)
  }
}
