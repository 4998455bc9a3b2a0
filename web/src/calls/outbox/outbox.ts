import type { Step } from '../../machine/machine.ts'

/** A mutation as it is sent. `_answer` only carries the type of the answer. */
export type Mutation<Data = unknown> = {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly _answer?: Data
}

/** A write that waits or is on its way. `key` is its idempotency key. */
export type Outgoing = {
  readonly writeid: number
  /** Writes of one lane are sent one after another, in the order in which they were asked for. */
  readonly lane: string | undefined
  readonly key: string
  readonly mutation: Mutation
}

/** All writes, oldest first. */
export type OutboxState = readonly (Outgoing & { readonly isSent: boolean })[]

export type OutboxEvent =
  | { readonly type: 'asked'; readonly write: Outgoing }
  /** The server answered, or did not within the time of a call. */
  | { readonly type: 'settled'; readonly writeid: number }
  /** The person signed out: nothing more is sent. */
  | { readonly type: 'forgotten' }

export type OutboxCommand =
  | { readonly type: 'send'; readonly write: Outgoing }
  /** It is not sent. */
  | { readonly type: 'drop'; readonly writeid: number }

export const stepOutbox: Step<OutboxState, OutboxEvent, OutboxCommand> = (state, event) => {
  switch (event.type) {
    case 'asked':
      return sendNext([...state, { ...event.write, isSent: false }])
    case 'settled':
      return sendNext(state.filter(({ writeid }) => writeid !== event.writeid))
    case 'forgotten':
      return [
        state.filter(({ isSent }) => isSent),
        state.filter(({ isSent }) => !isSent).map(({ writeid }) => ({ type: 'drop', writeid })),
      ]
  }
}

/** Sends the first of each lane whose earlier write is settled, and everything without a lane. */
function sendNext(state: OutboxState): readonly [OutboxState, readonly OutboxCommand[]] {
  const taken = new Set<string>()
  const commands: OutboxCommand[] = []
  const next = state.map((entry) => {
    const { isSent, ...write } = entry
    const isFree = write.lane === undefined || !taken.has(write.lane)
    if (write.lane !== undefined) taken.add(write.lane)
    if (isSent || !isFree) return entry
    commands.push({ type: 'send', write })
    return { ...entry, isSent: true }
  })
  return [next, commands]
}
