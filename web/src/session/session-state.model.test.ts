import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type SessionCommand,
  type SessionEvent,
  type SessionState,
  type SessionUser,
  stepSession,
  type WindowWord,
} from './session-state.ts'

/**
 * A simulated server that keeps one session per browser, an unreliable network, two windows of one browser, and people
 * who sign in, sign out, type and reload.
 */

type Window = {
  state: SessionState
  /** The person whose drafts and cached reads are in this window. */
  holds: Set<string>
  pending: Extract<SessionCommand, { type: 'look' | 'endOnServer' }>[]
}

const actions = fc.array(
  fc.tuple(
    fc.constantFrom(0, 1),
    fc.constantFrom(
      'answer',
      'answer',
      'answer',
      'sign in',
      'sign out',
      'expire',
      'net',
      'reload',
      'due',
      'retry',
      'type',
    ),
  ),
  { maxLength: 80 },
)

function makeBrowser() {
  let session: { sub: string; endsAt: string } | undefined
  let isOnline = true
  let owed: string | undefined
  let signIns = 0
  const signedOut = new Set<string>()
  const words: { from: number; what: WindowWord }[] = []
  const windows: Window[] = [newWindow(), newWindow()]

  function newWindow(): Window {
    return { state: { phase: 'loading', isAsking: false }, holds: new Set(), pending: [] }
  }

  function dispatch(index: number, event: SessionEvent) {
    const window = at(index)
    const [next, commands] = stepSession(window.state, event)
    window.state = next
    for (const command of commands) run(index, command)
    if (next.phase === 'user') window.holds.add(next.user.sub)
  }

  function at(index: number): Window {
    const window = windows[index]
    if (!window) throw new Error('no such window')
    return window
  }

  function run(index: number, command: SessionCommand) {
    const window = at(index)
    // As the app does: a new question abandons the one before it.
    if (command.type === 'look') window.pending = window.pending.filter(({ type }) => type !== 'look')
    if (command.type === 'look' || command.type === 'endOnServer') window.pending.push(command)
    if (command.type === 'forget') window.holds.delete(command.sub)
    if (command.type === 'markOwed') {
      owed = command.session
      signedOut.add(command.session)
    }
    if (command.type === 'unmarkOwed') owed = undefined
    if (command.type === 'notifyWindows') words.push({ from: index, what: command.what })
    if (command.type === 'reload' || command.type === 'go') open(index)
  }

  function open(index: number) {
    windows[index] = newWindow()
    dispatch(index, { type: 'start', owed })
  }

  function answer(index: number) {
    const command = at(index).pending.shift()
    if (!command) return
    if (command.type === 'look') {
      return dispatch(index, isOnline ? { type: 'sessionRead', session: sessionAnswer() } : { type: 'lookUnanswered' })
    }
    if (!isOnline) return dispatch(index, { type: 'signOutUnanswered' })
    if (session?.endsAt !== command.session) return dispatch(index, { type: 'nothingOwed' })
    expect(signedOut.has(session.endsAt), 'a session ended of whom nobody asked it').toBe(true)
    session = undefined
    dispatch(index, { type: 'signOutDone', location: '/' })
  }

  function sessionAnswer() {
    if (!session) return { state: 'guest' } as const
    const user: SessionUser = {
      ...session,
      given_name: null,
      family_name: null,
      groups: [],
      is_admin: false,
      is_hp: true,
      is_patient: false,
      studyTimezone: 'Europe/Oslo',
      onlyDeidentified: false,
      release: '0.2.0',
      idleEndsAt: session.endsAt,
      drafts: { session: 'one', sessionKey: 'key', personKey: 'own key' },
    }
    return { state: 'user', user } as const
  }

  function hear() {
    for (const { from, what } of words.splice(0)) {
      dispatch(1 - from, what === 'changed' ? { type: 'lookDue' } : { type: 'signedOutElsewhere', sub: what.left })
    }
  }

  const act = {
    answer,
    'sign in'(index: number) {
      const { phase } = at(index).state
      if (!isOnline || (phase !== 'guest' && phase !== 'ended')) return
      signIns += 1
      session = { sub: `person ${signIns % 2}`, endsAt: `session ${signIns}` }
      open(index)
      words.push({ from: index, what: 'changed' })
    },
    'sign out': (index: number) => dispatch(index, { type: 'signOut' }),
    expire() {
      session = undefined
    },
    net() {
      isOnline = !isOnline
    },
    reload: open,
    due: (index: number) => dispatch(index, { type: 'lookDue' }),
    retry: (index: number) => dispatch(index, { type: 'retryDue' }),
    type(index: number) {
      const { state, holds } = at(index)
      if (state.phase === 'user' || state.phase === 'ended') holds.add(state.user.sub)
    },
  }

  function check() {
    for (const { state, holds } of windows) {
      if (state.phase !== 'leaving' && state.phase !== 'owed' && state.phase !== 'left') continue
      expect(holds, 'signed out, and still something here').toEqual(new Set())
    }
  }

  return {
    start: () => {
      open(0)
      open(1)
    },
    act(index: number, name: keyof typeof act) {
      act[name](index)
      hear()
      check()
    },
    /** The network is back, and time passes. Each answer takes longer than the time between retries. */
    settle() {
      isOnline = true
      for (let round = 0; round < 20; round += 1) {
        for (const index of [0, 1]) {
          dispatch(index, { type: 'retryDue' })
          const asked = [...at(index).pending]
          dispatch(index, { type: 'retryDue' })
          const isKept = at(index).pending.every((command, place) => command === asked[place])
          expect(isKept, 'a request was abandoned for a newer one').toBe(true)
          while (at(index).pending.length > 0) answer(index)
          hear()
        }
      }
    },
    left: () => ({ session, owed, windows, signedOut }),
  }
}

test('signing out clears the windows at once, ends only that session, and finally reaches the server', () => {
  fc.assert(
    fc.property(actions, (run) => {
      const browser = makeBrowser()
      browser.start()
      for (const [index, name] of run) browser.act(index, name)
      browser.settle()
      const { session, owed, windows, signedOut } = browser.left()
      expect(session && signedOut.has(session.endsAt), 'a session that was signed out of still stands').toBeFalsy()
      expect(owed).toBeUndefined()
      for (const { state } of windows) expect(['guest', 'user', 'ended']).toContain(state.phase)
    }),
    { numRuns: 1_000 },
  )
})
