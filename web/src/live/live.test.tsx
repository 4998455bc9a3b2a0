// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TypedDocumentString } from '../generated/graphql.ts'
import { closeAll, drawHook } from '../records/test/screen.tsx'

const seen = { rereads: 0, lost: [] as boolean[], ended: 0 }
vi.mock('../calls/graphql.ts', () => ({
  rereadShown: async () => {
    seen.rereads += 1
  },
}))
vi.mock('../calls/connection.ts', () => ({
  setConnectionLost: (isLost: boolean) => seen.lost.push(isLost),
  announceSessionEnded: () => (seen.ended += 1),
}))

const sockets: FakeSocket[] = []
class FakeSocket extends EventTarget {
  static CONNECTING = 0
  static OPEN = 1
  readyState = 0
  sent: { type: string; id?: string; payload?: unknown }[] = []
  closedWith: number | undefined
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    sockets.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close(code: number) {
    this.closedWith = code
    this.say('close', { code })
  }
  /** The server accepts the connection. */
  open() {
    this.readyState = FakeSocket.OPEN
    this.say('open')
    this.receive({ type: 'connection_ack' })
  }
  receive(message: unknown) {
    this.say('message', { data: JSON.stringify(message) })
  }
  say(type: string, more = {}) {
    this.dispatchEvent(Object.assign(new Event(type), more))
  }
}
vi.stubGlobal('WebSocket', FakeSocket)

const { beginCalls } = await import('../calls/session-calls.ts')
const { closeLive, restartLive, useLive, useLiveConnection } = await import('./live.ts')
const onStudies = new TypedDocumentString<{ onStudies: { id: string } }, { siteid: string }>(
  'subscription { onStudies }',
)
const ofType = (type: string) => sockets.at(-1)?.sent.filter((message) => message.type === type) ?? []
const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(() => {
  seen.rereads = 0
  seen.lost = []
  restartLive()
})
afterEach(async () => {
  await closeAll()
  const closed = closeLive()
  for (const socket of sockets) socket.say('open')
  await closed
  sockets.length = 0
})

test('a screen is subscribed while it is open, and anew with other variables', async () => {
  const screen = await drawHook(() => useLive(onStudies, { siteid: 'oslo' }))
  expect(sockets.at(-1)?.address).toMatch(/^ws.*\/graphql$/)
  sockets.at(-1)?.open()
  expect(ofType('subscribe').map(({ payload }) => payload)).toEqual([
    { query: onStudies.toString(), variables: { siteid: 'oslo' } },
  ])
  const [first] = ofType('subscribe')
  // The same variables in another object are the same subscription.
  await screen.again(() => useLive(onStudies, { siteid: 'oslo' }))
  expect(ofType('subscribe')).toHaveLength(1)
  await screen.again(() => useLive(onStudies, { siteid: 'bergen' }))
  expect(ofType('complete')).toEqual([{ type: 'complete', id: first?.id }])
  expect(ofType('subscribe').at(-1)?.payload).toMatchObject({ variables: { siteid: 'bergen' } })
  await screen.again(() => useLive(onStudies, undefined))
  expect(ofType('complete')).toHaveLength(2)
})

test('several changes at once cause one reading, and each is told to the newest handler', async () => {
  const told: unknown[] = []
  const screen = await drawHook(() => useLive(onStudies, { siteid: 'oslo' }, () => told.push('of the first drawing')))
  await screen.again(() => useLive(onStudies, { siteid: 'oslo' }, (data) => told.push(data)))
  sockets.at(-1)?.open()
  await passed(60)
  seen.rereads = 0
  const [{ id } = { id: undefined }] = ofType('subscribe')
  const next = (study: string) =>
    sockets.at(-1)?.receive({ type: 'next', id, payload: { data: { onStudies: { id: study } } } })
  next('a')
  next('b')
  await passed(60)
  expect(seen.rereads).toBe(1)
  expect(told).toEqual([{ onStudies: { id: 'a' } }, { onStudies: { id: 'b' } }])
  await screen.close()
  next('c')
  expect(told).toHaveLength(2)
})

test('a refused subscription is logged, but not one of a record that was removed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await drawHook(() => useLive(onStudies, { siteid: 'oslo' }))
  sockets.at(-1)?.open()
  const [{ id } = { id: undefined }] = ofType('subscribe')
  const errors = (code: string) => [{ message: code, extensions: { code } }]
  sockets.at(-1)?.receive({ type: 'error', id, payload: errors('NOT_FOUND') })
  sockets.at(-1)?.receive({ type: 'next', id, payload: { errors: errors('NOT_FOUND') } })
  expect(warn).not.toHaveBeenCalled()
  sockets.at(-1)?.receive({ type: 'error', id, payload: errors('FORBIDDEN') })
  sockets.at(-1)?.receive({ type: 'next', id, payload: { errors: errors('INTERNAL') } })
  expect(warn.mock.calls.map(([, [error]]) => error.message)).toEqual(['FORBIDDEN', 'INTERNAL'])
  warn.mockRestore()
})

test('the shell holds the socket open without subscriptions, and reads again when the window is looked at', async () => {
  const shell = await drawHook(() => useLiveConnection())
  sockets.at(-1)?.open()
  await passed(60)
  seen.rereads = 0
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  await passed(60)
  expect(seen.rereads).toBe(1)
  await shell.close()
  window.dispatchEvent(new Event('focus'))
  await passed(60)
  expect(seen.rereads).toBe(1)
})

test('signing out closes the socket, one that still connects once it is open, and opens none until a session begins', async () => {
  await drawHook(() => useLive(onStudies, { siteid: 'oslo' }))
  const [socket] = sockets
  vi.useFakeTimers()
  let isClosed = false
  const closed = closeLive().then(() => {
    isClosed = true
  })
  expect(socket?.closedWith).toBeUndefined()
  // The server would refuse one that opens once the session has ended: it is waited for, though not for ever.
  await vi.advanceTimersByTimeAsync(4_000)
  expect(isClosed).toBe(false)
  socket?.say('open')
  await closed
  vi.useRealTimers()
  expect(socket?.closedWith).toBe(1000)
  expect(sockets).toHaveLength(1)
  restartLive()
  expect(sockets).toHaveLength(2)
})

test('a server that is gone is told, and a refused session is announced', async () => {
  await drawHook(() => useLive(onStudies, { siteid: 'oslo' }))
  sockets.at(-1)?.open()
  sockets.at(-1)?.say('close', { code: 1006 })
  await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(1))
  sockets.at(-1)?.say('close', { code: 1006 })
  expect(seen.lost).toContain(true)
  const before = seen.ended
  restartLive()
  sockets.at(-1)?.open()
  sockets.at(-1)?.say('close', { code: 4401 })
  expect(seen.ended).toBe(before + 1)
})

test('each socket begins with whose page it is at that moment', async () => {
  await drawHook(() => useLive(onStudies, { siteid: 'oslo' }))
  sockets.at(-1)?.open()
  expect(sockets.at(-1)?.sent[0]).toEqual({ type: 'connection_init', payload: {} })
  for (const sub of ['kari', 'Pål Å']) {
    beginCalls(sub)
    restartLive()
    sockets.at(-1)?.open()
    expect(sockets.at(-1)?.sent[0]).toEqual({
      type: 'connection_init',
      payload: { 'casebook-person': encodeURIComponent(sub) },
    })
  }
})
