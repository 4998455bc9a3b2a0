import type { TypedDocumentString } from '../generated/graphql.ts'
import { CallFailed, Failure, failureOfError } from './failures.ts'

/** A query, mutation or subscription with the types of its answer and its variables. */
export type Document<Data, Variables> = TypedDocumentString<Data, Variables>

type Answer<Data> = {
  data?: Data | null
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[]
}

/** After this long without an answer an attempt is given up: the server, or the network, is not there. */
const patienceMs = 35_000

/** So long a call is sent again that got no answer, or the word that the database is away for the moment. */
const repeatMs = { read: 3_000, write: 20_000 }

/**
 * One call to POST /graphql. `isBackground` marks a re-read that nobody asked for, so that it does not keep an idle
 * session alive (decisions.md 1). A call that stays without an answer is sent again for a while; a write carries a name, by
 * which the server does it once however often it comes. Throws a CallFailed with what the server said, or with NETWORK
 * where nothing came.
 */
export async function call<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { isBackground = false, isRead = false } = {},
): Promise<Data> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
  }
  if (isBackground) headers['casebook-background'] = 'true'
  if (!isRead) headers['idempotency-key'] = newName()
  const body = JSON.stringify({ query: document.toString(), variables })

  const end = Date.now() + (isRead ? repeatMs.read : repeatMs.write)
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    const { status, answer } = await attempt<Data>(headers, body)
    if (isPassing(status, answer) && navigator.onLine && Date.now() + pauseMs < end) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      continue
    }
    if (answer?.errors?.length) throw new CallFailed(answer.errors.map(failureOfError))
    if (status === 401) throw new CallFailed([new Failure({ code: 'UNAUTHENTICATED', message: 'Sign in to go on.' })])
    if (!answer?.data) throw new CallFailed([new Failure({ code: 'NETWORK', message: 'The server did not answer.' })])
    return answer.data
  }
}

async function attempt<Data>(
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; answer: Answer<Data> | undefined }> {
  let status = 0
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch('/graphql', { method: 'POST', headers, body, signal })
    status = response.status
    return { status, answer: await response.json() }
  } catch {
    // No answer, or none of GraphQL's: the status says which.
    return { status, answer: undefined }
  }
}

/** Whether the next attempt may fare better: a server that ended, one that is being replaced, a database that fails over. */
function isPassing<Data>(status: number, answer: Answer<Data> | undefined): boolean {
  if (!answer) return status === 0 || status === 200 || status >= 502
  return answer.errors?.some(({ extensions }) => extensions?.reason === 'database.unavailable') ?? false
}

/** crypto.randomUUID is there in secure contexts alone. */
function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
