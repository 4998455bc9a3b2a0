import { onForget } from '../browser/forgetting.ts'
import type { TypedDocumentString } from '../generated/graphql.ts'
import { startMachine } from '../machine/machine.ts'
import { passOn } from './connection.ts'
import { CallFailed, Failure, failureOfError } from './failures.ts'
import { type Mutation, type OutboxCommand, stepOutbox } from './outbox/outbox.ts'
import { ownWrites } from './outbox/own-writes.ts'
import { presentCalls, type SessionCalls } from './session-calls.ts'

/** A query, mutation or subscription with the types of its answer and variables. */
export type Document<Data, Variables> = TypedDocumentString<Data, Variables>

export function mutationOf<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Mutation<Data> {
  return { query: document.toString(), variables }
}

const declared = new Map<string, readonly string[]>()

/**
 * The variables that a query declares, in its order, of an object that may hold more. A screen may pass a whole record
 * that has them: with all of it, the query would count as another one after each change of the record.
 */
export function variablesOf<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  given: Variables,
): Variables {
  const query = document.toString()
  const names = declared.get(query) ?? [...query.matchAll(/\$(\w+):/g)].map(([, name = '']) => name)
  declared.set(query, names)
  const entries = names.filter((name) => name in given).map((name) => [name, given[name]])
  return Object.fromEntries(entries) as Variables
}

type Answer<Data> = {
  data?: Data | null
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[]
}

/** An attempt without a response is aborted after this time. */
const answerTimeoutMs = 35_000

/** How long what is being written is waited for once the person signs out. */
const writtenWithinMs = 5_000

/** How long a call is retried if there was no response or the database was unavailable. */
const repeatMs = { read: 3_000, write: 20_000 }

type CallOptions = {
  isBackground?: boolean
  isRead?: boolean
  /** Aborts the call when its answer is no longer needed. */
  signal?: AbortSignal | undefined
  /** The idempotency key of a write; a new one by default. */
  key?: string
  /** Sent although the page goes. Of all such calls of a page, at most 64 kB. */
  keepalive?: boolean
}

/**
 * One call to POST /graphql. `isBackground` marks an automatic refresh, so that it does not extend an idle session.
 * A call without a response is retried for a while; a write carries an idempotency key, so that the
 * server executes it once. Throws a CallFailed with the server's errors, or with NETWORK if there was no response.
 */
export async function call<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  options: CallOptions = {},
): Promise<Data> {
  return send(document.toString(), variables, options)
}

/** The same for a mutation that is data already. */
export async function send<Data>(query: string, variables: unknown, options: CallOptions = {}): Promise<Data> {
  const session = presentCalls()
  if (session.over.signal.aborted) throw signedOut()
  const answer = repeat<Data>(query, variables, options, session)
  if (options.isRead) return answer
  const ended = ownWrites.begin()
  session.writing.add(answer)
  return answer.finally(() => {
    session.writing.delete(answer)
    ended()
  })
}

async function repeat<Data>(
  query: string,
  variables: unknown,
  { isBackground = false, isRead = false, signal, key, keepalive = false }: CallOptions,
  { over, page }: SessionCalls,
): Promise<Data> {
  const headers: Record<string, string> = {
    ...page,
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
  }
  if (isBackground) headers['casebook-background'] = 'true'
  if (!isRead) headers['idempotency-key'] = key ?? newKey()
  const body = JSON.stringify({ query, variables })
  const isEnded = () => over.signal.aborted || signal?.aborted === true

  let unsettled: CallFailed | undefined
  const end = Date.now() + (isRead ? repeatMs.read : repeatMs.write)
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    // How long ago a press was is told with each attempt: the body, and so the moment in it, stays the same.
    if (!isRead) headers['casebook-clock'] = String(Date.now())
    const { status, answer } = await attempt<Data>({ headers, body, keepalive }, isRead, over.signal, signal)
    const failed = failureIn(status, answer)
    // What an attempt may have written, a later one that was not executed does not deny.
    if (!isRead && mayBeDone(answer)) unsettled ??= failed
    if (isPassing(status, answer) && !isEnded() && navigator.onLine && Date.now() + pauseMs < end) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (!isEnded()) continue
    }
    if (over.signal.aborted && !answer) throw signedOut()
    if (failed) throw hasReason(answer, 'database.unavailable') ? (unsettled ?? failed) : failed
    if (answer?.data) return answer.data
  }
}

function failureIn<Data>(status: number, answer: Answer<Data> | undefined): CallFailed | undefined {
  if (answer?.errors?.length) return new CallFailed(answer.errors.map(failureOfError))
  if (status === 401) return signedOut()
  if (answer?.data) return undefined
  return new CallFailed([new Failure({ code: 'NETWORK', message: 'The server did not answer.' })])
}

/** Why nothing is sent, or was refused, that needs somebody who is signed in. */
function signedOut(): CallFailed {
  const message = 'Sign in to continue.'
  return new CallFailed([new Failure({ code: 'UNAUTHENTICATED', reason: 'session.missing', message })])
}

async function attempt<Data>(
  request: RequestInit,
  isRead: boolean,
  over: AbortSignal,
  ended: AbortSignal | undefined,
): Promise<{ status: number; answer: Answer<Data> | undefined }> {
  let status = 0
  const giveUp = new AbortController()
  const abort = () => giveUp.abort()
  const timer = setTimeout(abort, answerTimeoutMs)
  const abortAtEnd = isRead ? abort : () => setTimeout(abort, writtenWithinMs)
  over.addEventListener('abort', abortAtEnd)
  ended?.addEventListener('abort', abort)
  try {
    const { signal } = giveUp
    const response = await fetch('/graphql', { method: 'POST', ...request, signal })
    status = response.status
    return { status, answer: await response.json() }
  } catch {
    // There was no response, or not a GraphQL one: the status says which.
    return { status, answer: undefined }
  } finally {
    clearTimeout(timer)
    over.removeEventListener('abort', abortAtEnd)
    ended?.removeEventListener('abort', abort)
  }
}

/** Whether a retry may succeed: the server is restarting, or the database is failing over. */
function isPassing<Data>(status: number, answer: Answer<Data> | undefined): boolean {
  if (!answer) return status === 0 || status === 200 || status >= 502
  return hasReason(answer, 'database.unavailable') || hasReason(answer, 'write.unknown')
}

/** Whether a write may have been executed. The next attempt, with the same key, tells its outcome. */
function mayBeDone<Data>(answer: Answer<Data> | undefined): boolean {
  return !answer || hasReason(answer, 'write.unknown')
}

function hasReason<Data>(answer: Answer<Data> | undefined, reason: string): boolean {
  return answer?.errors?.some(({ extensions }) => extensions?.reason === reason) ?? false
}

/** 32 hexadecimal digits. crypto.randomUUID exists in secure contexts only. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A mutation's answer is awaited here. The type of a write's answer is that of its mutation. */
const awaited = new Map<number, { resolve: (data: unknown) => void; reject: (thrown: unknown) => void }>()
let lastWriteid = 0
const outbox = startMachine(stepOutbox, [], runOutbox)

onForget(() => outbox.dispatch({ type: 'forgotten' }))

function runOutbox(command: OutboxCommand): void {
  if (command.type === 'drop') {
    awaited.get(command.writeid)?.reject(signedOut())
    awaited.delete(command.writeid)
    return
  }
  const { writeid, key, mutation } = command.write
  send(mutation.query, mutation.variables, { key })
    .catch(passOn)
    .then(awaited.get(writeid)?.resolve, awaited.get(writeid)?.reject)
    .finally(() => {
      awaited.delete(writeid)
      outbox.dispatch({ type: 'settled', writeid })
    })
}

/**
 * Sends a mutation, after the earlier ones of its lane, without refreshing what is on screen. `key` is its idempotency
 * key: the server executes a mutation once, however often it is sent with the same one. Throws a CallFailed.
 */
export function write<Data>(
  mutation: Mutation<Data>,
  { lane, key = newKey() }: { lane?: string | undefined; key?: string } = {},
): Promise<Data> {
  lastWriteid += 1
  const writeid = lastWriteid
  return new Promise<Data>((resolve, reject) => {
    awaited.set(writeid, { resolve: (data) => resolve(data as Data), reject })
    outbox.dispatch({ type: 'asked', write: { writeid, lane, key, mutation } })
  })
}
