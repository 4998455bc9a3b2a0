import { onForget } from '../browser/forgetting.ts'
import { startMachine } from '../machine/machine.ts'
import { newKey, send } from './call.ts'
import { passOn } from './connection.ts'
import { CallFailed, Failure } from './failures.ts'
import { type Mutation, type OutboxCommand, stepOutbox } from './outbox/outbox.ts'

/** A mutation's answer is awaited here. The type of a write's answer is that of its mutation. */
const awaited = new Map<number, { resolve: (data: unknown) => void; reject: (thrown: unknown) => void }>()
let lastWriteid = 0
const outbox = startMachine(stepOutbox, [], runOutbox)

onForget(() => outbox.dispatch({ type: 'forgotten' }))

function runOutbox(command: OutboxCommand): void {
  if (command.type === 'drop') {
    const message = 'Sign in to continue.'
    const failure = new Failure({ code: 'UNAUTHENTICATED', reason: 'session.missing', message })
    awaited.get(command.writeid)?.reject(new CallFailed([failure]))
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
