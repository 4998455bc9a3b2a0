import { expect, test } from 'vitest'
import { type SessionEvent, type SessionState, type SessionUser, stepSession } from './session-state.ts'

type Phase = SessionState['phase']
type Type = SessionEvent['type']

const user: SessionUser = {
  sub: 'kari',
  given_name: 'Kari',
  family_name: null,
  groups: ['hp'],
  is_admin: false,
  is_hp: true,
  is_patient: false,
  studyTimezone: 'Europe/Oslo',
  onlyDeidentified: false,
  release: '0.2.0',
  idleEndsAt: '2026-01-01T09:00:00.000Z',
  drafts: { session: 'one', sessionKey: 'key', personKey: 'own key' },
  endsAt: '2026-01-01T18:00:00.000Z',
}
const session = user.endsAt
const location = 'https://provider.example/end'
const refusal = { sub: 'x', details: 'Not activated.', reason: 'sign-in.pending', params: {} }

/** A state of each phase, and another that answers differently. */
const states = {
  loading: { phase: 'loading', isAsking: false },
  asking: { phase: 'loading', isAsking: true },
  guest: { phase: 'guest' },
  refused: { phase: 'refused', ...refusal },
  user: { phase: 'user', user },
  ended: { phase: 'ended', user },
  kept: { phase: 'ended', user, isAnother: true },
  leaving: { phase: 'leaving', session },
  owed: { phase: 'owed', session, isSending: false },
  sending: { phase: 'owed', session, isSending: true },
  left: { phase: 'left', location },
} satisfies { [P in Phase]: SessionState & { phase: P } } & Record<string, SessionState>

const read = { type: 'sessionRead' } as const

/** An event of each type, and others of it. */
const events = {
  start: { type: 'start', owed: undefined },
  startOwing: { type: 'start', owed: session },
  sessionRead: { ...read, session: { state: 'user', user: { ...user } } },
  readLater: { ...read, session: { state: 'user', user: { ...user, idleEndsAt: '2026-01-01T10:00:00.000Z' } } },
  readAnother: { ...read, session: { state: 'user', user: { ...user, sub: 'lars' } } },
  readGuest: { ...read, session: { state: 'guest', providerName: 'the hospital' } },
  readRefused: { ...read, session: { state: 'refused', ...refusal, details: 'Deactivated.' } },
  lookUnanswered: { type: 'lookUnanswered' },
  lookDue: { type: 'lookDue' },
  signOut: { type: 'signOut' },
  signedOutElsewhere: { type: 'signedOutElsewhere', sub: 'kari' },
  anotherSignedOut: { type: 'signedOutElsewhere', sub: 'lars' },
  signOutDone: { type: 'signOutDone', location },
  signOutUnanswered: { type: 'signOutUnanswered' },
  nothingOwed: { type: 'nothingOwed' },
  retryDue: { type: 'retryDue' },
} satisfies { [T in Type]: SessionEvent & { type: T } } & Record<string, SessionEvent>

/** What comes of a sign-out where none is owed. */
const notOwed = { signOutDone: '-', signOutUnanswered: '-', nothingOwed: '-' }

/** The result of each event in each state: the phase, then the commands. '-' changes nothing. */
const transitions: Record<keyof typeof states, Record<keyof typeof events, string>> = {
  loading: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: 'user restartLive',
    readLater: 'user restartLive',
    readAnother: 'user restartLive',
    readGuest: 'guest',
    readRefused: 'refused',
    lookUnanswered: '-',
    lookDue: 'asking look',
    signOut: '-',
    signedOutElsewhere: '-',
    anotherSignedOut: '-',
    ...notOwed,
    retryDue: 'asking look',
  },
  asking: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: 'user restartLive',
    readLater: 'user restartLive',
    readAnother: 'user restartLive',
    readGuest: 'guest',
    readRefused: 'refused',
    lookUnanswered: 'loading',
    lookDue: 'asking look',
    signOut: '-',
    signedOutElsewhere: '-',
    anotherSignedOut: '-',
    ...notOwed,
    retryDue: '-',
  },
  guest: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: 'user restartLive',
    readLater: 'user restartLive',
    readAnother: 'user restartLive',
    readGuest: 'guest',
    readRefused: 'refused',
    lookUnanswered: '-',
    lookDue: 'guest look',
    signOut: '-',
    signedOutElsewhere: '-',
    anotherSignedOut: '-',
    ...notOwed,
    retryDue: '-',
  },
  refused: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: 'user restartLive',
    readLater: 'user restartLive',
    readAnother: 'user restartLive',
    readGuest: 'guest',
    readRefused: 'refused',
    lookUnanswered: '-',
    lookDue: 'refused look',
    signOut: '-',
    signedOutElsewhere: '-',
    anotherSignedOut: '-',
    ...notOwed,
    retryDue: '-',
  },
  user: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: '-',
    readLater: 'user',
    readAnother: 'kept closeLive reload',
    readGuest: 'ended closeLive',
    readRefused: 'ended closeLive',
    lookUnanswered: '-',
    lookDue: 'user look',
    signOut: 'leaving markOwed forget closeLive notifyWindows endOnServer',
    signedOutElsewhere: 'owed forget closeLive',
    anotherSignedOut: 'user look',
    ...notOwed,
    retryDue: '-',
  },
  ended: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: 'user restartLive reread',
    readLater: 'user restartLive reread',
    readAnother: 'kept reload',
    readGuest: '-',
    readRefused: '-',
    lookUnanswered: '-',
    lookDue: 'ended look',
    signOut: 'leaving markOwed forget closeLive notifyWindows endOnServer',
    signedOutElsewhere: 'owed forget closeLive',
    anotherSignedOut: 'ended look',
    ...notOwed,
    retryDue: '-',
  },
  kept: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: 'user restartLive reread',
    readLater: 'user restartLive reread',
    readAnother: '-',
    readGuest: 'ended',
    readRefused: 'ended',
    lookUnanswered: '-',
    lookDue: 'kept look',
    signOut: 'leaving markOwed forget closeLive notifyWindows endOnServer',
    signedOutElsewhere: 'owed forget closeLive',
    anotherSignedOut: 'kept look',
    ...notOwed,
    retryDue: '-',
  },
  leaving: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: '-',
    readLater: '-',
    readAnother: '-',
    readGuest: '-',
    readRefused: '-',
    lookUnanswered: '-',
    lookDue: '-',
    signOut: '-',
    signedOutElsewhere: '-',
    anotherSignedOut: '-',
    signOutDone: 'left unmarkOwed notifyWindows go',
    signOutUnanswered: 'owed',
    nothingOwed: 'asking unmarkOwed look',
    retryDue: '-',
  },
  owed: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: '-',
    readLater: '-',
    readAnother: '-',
    readGuest: '-',
    readRefused: '-',
    lookUnanswered: '-',
    lookDue: 'sending endOnServer',
    signOut: '-',
    signedOutElsewhere: '-',
    anotherSignedOut: '-',
    signOutDone: 'left unmarkOwed notifyWindows go',
    signOutUnanswered: '-',
    nothingOwed: 'asking unmarkOwed look',
    retryDue: 'sending endOnServer',
  },
  sending: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: '-',
    readLater: '-',
    readAnother: '-',
    readGuest: '-',
    readRefused: '-',
    lookUnanswered: '-',
    lookDue: '-',
    signOut: '-',
    signedOutElsewhere: '-',
    anotherSignedOut: '-',
    signOutDone: 'left unmarkOwed notifyWindows go',
    signOutUnanswered: 'owed',
    nothingOwed: 'asking unmarkOwed look',
    retryDue: '-',
  },
  left: {
    start: 'asking look',
    startOwing: 'sending endOnServer',
    sessionRead: '-',
    readLater: '-',
    readAnother: '-',
    readGuest: '-',
    readRefused: '-',
    lookUnanswered: '-',
    lookDue: '-',
    signOut: '-',
    signedOutElsewhere: '-',
    anotherSignedOut: '-',
    ...notOwed,
    retryDue: '-',
  },
}

const cases = Object.entries(transitions).flatMap(([state, row]) =>
  Object.entries(row).map(([event, expected]) => [state, event, expected] as const),
) as [keyof typeof states, keyof typeof events, string][]

test.each(cases)('%s: %s leads to %s', (name, event, expected) => {
  const state: SessionState = states[name]
  const [next, commands] = stepSession(state, events[event])
  if (expected === '-') return expect([next, commands]).toEqual([state, []])
  expect([nameOf(next), ...commands.map(({ type }) => type)].join(' ')).toBe(expected)
  expect(next).not.toEqual(commands.length === 0 ? state : undefined)
})

function nameOf(state: SessionState): string {
  if (state.phase === 'owed' && state.isSending) return 'sending'
  if (state.phase === 'ended' && state.isAnother) return 'kept'
  return state.phase === 'loading' && state.isAsking ? 'asking' : state.phase
}
