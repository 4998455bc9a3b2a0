import { describe, expect, test } from 'vitest'
import { type SessionEvent, type SessionState, type SessionUser, stepSession } from './session-state.ts'

const kari: SessionUser = {
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
const lars = { ...kari, sub: 'lars', endsAt: '2026-01-01T19:00:00.000Z' }
const session = kari.endsAt

const start: SessionEvent = { type: 'start', owed: undefined }
const answeredUser = (user = kari): SessionEvent => ({ type: 'sessionRead', session: { state: 'user', user } })
const answeredGuest: SessionEvent = { type: 'sessionRead', session: { state: 'guest', providerName: 'the hospital' } }
const unread: SessionEvent = { type: 'lookUnanswered' }
const done: SessionEvent = { type: 'signOutDone', location: 'https://provider.example/end' }
const unanswered: SessionEvent = { type: 'signOutUnanswered' }

function after(...events: SessionEvent[]) {
  let state: SessionState = { phase: 'loading', isAsking: false }
  let commands: ReturnType<typeof stepSession>[1] = []
  for (const event of events) [state, commands] = stepSession(state, event)
  return { state, commands, types: commands.map(({ type }) => type) }
}
const signedIn = [start, answeredUser()]
const leaving: SessionEvent[] = [...signedIn, { type: 'signOut' }]

describe('who is signed in', () => {
  test('is requested when the page opens, and again after each request without an answer', () => {
    expect(after(start).types).toEqual(['look'])
    expect(after(start, unread, { type: 'retryDue' }).types).toEqual(['look'])
    expect(after(start, unread, { type: 'retryDue' }, unread, { type: 'retryDue' }).types).toEqual(['look'])
  })
  test('an answer that takes longer than the time between retries is waited for', () => {
    expect(after(start, { type: 'retryDue' }).types).toEqual([])
    expect(after(start, unread, { type: 'retryDue' }, { type: 'retryDue' }).types).toEqual([])
    expect(after(start, { type: 'retryDue' }, answeredUser()).state).toEqual({ phase: 'user', user: kari })
  })
  test('a guest, a refused person, a user', () => {
    expect(after(start, answeredGuest).state).toEqual({ phase: 'guest', providerName: 'the hospital' })
    const refusal = { sub: 'x', details: 'Not activated.', reason: 'sign-in.pending', params: {} }
    const refused: SessionEvent = { type: 'sessionRead', session: { state: 'refused', ...refusal } }
    expect(after(start, refused).state).toEqual({ phase: 'refused', ...refusal })
    expect(after(...signedIn).state).toEqual({ phase: 'user', user: kari })
    expect(after(...signedIn).types).toEqual(['restartLive'])
  })
  test('the same answer again changes nothing, a later idle end is adopted', () => {
    const { state } = after(...signedIn)
    expect(stepSession(state, answeredUser({ ...kari }))[0]).toBe(state)
    const later = { ...kari, idleEndsAt: '2026-01-01T10:00:00.000Z' }
    expect(after(...signedIn, answeredUser(later)).state).toEqual({ phase: 'user', user: later })
  })
  test('another person: no data of the previous one stays', () => {
    expect(after(...signedIn, answeredUser(lars)).types).toEqual(['closeLive', 'reload'])
    expect(after(...signedIn, answeredGuest, answeredUser(lars)).types).toEqual(['reload'])
  })
  test('another person: a page that stays is loaded anew only once, and says whose it is', () => {
    const { state } = after(...signedIn, answeredUser(lars))
    expect(state).toEqual({ phase: 'ended', user: kari, isAnother: true })
    expect(stepSession(state, answeredUser(lars))).toEqual([state, []])
    expect(stepSession(state, answeredGuest)).toEqual([{ phase: 'ended', user: kari }, []])
    expect(stepSession(state, answeredUser())[0]).toEqual({ phase: 'user', user: kari })
    expect(stepSession(state, answeredUser())[1]).toEqual([{ type: 'restartLive', sub: 'kari' }, { type: 'reread' }])
  })
  test('another person who signs out takes nothing from a page that stays', () => {
    const { state } = after(...signedIn, answeredUser(lars))
    expect(stepSession(state, { type: 'signedOutElsewhere', sub: 'lars' })).toEqual([state, [{ type: 'look' }]])
    const [own] = stepSession(state, { type: 'signedOutElsewhere', sub: 'kari' })
    expect(own).toEqual({ phase: 'owed', session, isSending: false })
  })
  test('another person who signs out takes nothing from a page that has not heard of them, nor ends its session', () => {
    const { state } = after(...signedIn)
    expect(stepSession(state, { type: 'signedOutElsewhere', sub: 'lars' })).toEqual([state, [{ type: 'look' }]])
  })
  test('signing out on a page that stays ends nothing of the other person', () => {
    const { state, commands } = after(...signedIn, answeredUser(lars), { type: 'signOut' })
    expect(state).toEqual({ phase: 'leaving', session })
    expect(commands).toEqual([
      { type: 'markOwed', session },
      { type: 'forget', sub: 'kari' },
      { type: 'closeLive' },
      // Windows of the other do not take it for theirs.
      { type: 'notifyWindows', what: { left: 'kari' } },
      { type: 'endOnServer', session },
    ])
  })
  test('is checked when there is a reason', () => {
    expect(after(...signedIn, { type: 'lookDue' }).types).toEqual(['look'])
  })
})

describe('a session that ended by itself', () => {
  test('keeps the typed text on the page', () => {
    expect(after(...signedIn, answeredGuest).state).toEqual({ phase: 'ended', user: kari })
    expect(after(...signedIn, answeredGuest).types).toEqual(['closeLive'])
    expect(after(...signedIn, answeredGuest, answeredGuest).types).toEqual([])
  })
  test('signing in again continues where the person was', () => {
    expect(after(...signedIn, answeredGuest, answeredUser()).state).toEqual({ phase: 'user', user: kari })
    expect(after(...signedIn, answeredGuest, answeredUser()).types).toEqual(['restartLive', 'reread'])
  })
})

describe('signing out', () => {
  test('removes all data at once, before the server is told, and first stores the owed session', () => {
    const { state, commands } = after(...leaving)
    expect(state).toEqual({ phase: 'leaving', session })
    expect(commands).toEqual([
      { type: 'markOwed', session },
      { type: 'forget', sub: 'kari' },
      { type: 'closeLive' },
      { type: 'notifyWindows', what: { left: 'kari' } },
      { type: 'endOnServer', session },
    ])
  })
  test('works from an ended session, and does nothing if nobody is signed in', () => {
    expect(after(...signedIn, answeredGuest, { type: 'signOut' }).state.phase).toBe('leaving')
    expect(after(start, answeredGuest, { type: 'signOut' }).types).toEqual([])
  })
  test('once the server has responded, the browser goes to the provider', () => {
    expect(after(...leaving, done).state).toEqual({ phase: 'left', location: 'https://provider.example/end' })
    expect(after(...leaving, done).types).toEqual(['unmarkOwed', 'notifyWindows', 'go'])
  })
  test('without an answer it stays owed, and is retried when the network returns or time passes', () => {
    expect(after(...leaving, unanswered).state).toEqual({ phase: 'owed', session, isSending: false })
    const again = after(...leaving, unanswered, { type: 'retryDue' })
    expect(again.commands).toEqual([{ type: 'endOnServer', session }])
    expect(after(...leaving, unanswered, { type: 'retryDue' }, { type: 'retryDue' }).types).toEqual([])
    expect(after(...leaving, unanswered, { type: 'retryDue' }, done).types).toEqual([
      'unmarkOwed',
      'notifyWindows',
      'go',
    ])
  })
  test('an earlier answer signs nobody in again', () => {
    for (const events of [leaving, [...leaving, unanswered], [...leaving, done]]) {
      expect(after(...events, answeredUser()).types).toEqual([])
      expect(after(...events, answeredUser()).state.phase).not.toBe('user')
    }
  })
  test('a page that opens while it is owed tells the server and shows nobody as signed in', () => {
    const { state, commands } = after({ type: 'start', owed: session })
    expect(state).toEqual({ phase: 'owed', session, isSending: true })
    expect(commands).toEqual([{ type: 'endOnServer', session }])
  })
  test('if another session began meanwhile, that one stays', () => {
    const { state, types } = after({ type: 'start', owed: session }, { type: 'nothingOwed' })
    expect([state.phase, types]).toEqual(['loading', ['unmarkOwed', 'look']])
  })
  test('another window’s sign-out clears this one, which makes sure that the server is told', () => {
    const { state, types } = after(...signedIn, { type: 'signedOutElsewhere', sub: 'kari' })
    expect([state, types]).toEqual([{ phase: 'owed', session, isSending: false }, ['forget', 'closeLive']])
    expect(after(...signedIn, { type: 'signedOutElsewhere', sub: 'kari' }, { type: 'lookDue' }).types).toEqual([
      'endOnServer',
    ])
    expect(after(start, answeredGuest, { type: 'signedOutElsewhere', sub: 'kari' }).types).toEqual([])
  })
  test('the outcome of a sign-out is ignored by a page that did not request it', () => {
    for (const late of [done, unanswered, { type: 'nothingOwed' } as const]) {
      expect(after(...signedIn, late).types).toEqual([])
      expect(after(...signedIn, late).state.phase).toBe('user')
    }
  })
})
