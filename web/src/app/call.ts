import type { TypedDocumentString } from '../generated/graphql.ts'
import { CallFailed, Failure, failureOfError } from './failures.ts'

/** A query, mutation or subscription with the types of its answer and its variables. */
export type Document<Data, Variables> = TypedDocumentString<Data, Variables>

type Answer<Data> = {
  data?: Data | null
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[]
}

/** After this long without an answer a read is given up: the server, or the network, is not there. */
const patienceMs = 30_000

/**
 * One call to POST /graphql. `isBackground` marks a re-read that nobody asked for, so that it does not keep an idle
 * session alive (decisions.md 1). Throws a CallFailed with what the server said, or with NETWORK where nothing came.
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

  let status = 0
  let answer: Answer<Data> | undefined
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: document.toString(), variables }),
      ...(isRead && { signal: AbortSignal.timeout(patienceMs) }),
    })
    status = response.status
    answer = await response.json()
  } catch {
    // No answer, or none of GraphQL's: the status says which.
  }
  if (answer?.errors?.length) throw new CallFailed(answer.errors.map(failureOfError))
  if (status === 401) throw new CallFailed([new Failure({ code: 'UNAUTHENTICATED', message: 'Sign in to go on.' })])
  if (!answer?.data) throw new CallFailed([new Failure({ code: 'NETWORK', message: 'The server did not answer.' })])
  return answer.data
}
