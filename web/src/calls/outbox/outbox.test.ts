import { expect, test } from 'vitest'
import { type OutboxEvent, type OutboxState, stepOutbox } from './outbox.ts'

const asked = (writeid: number, lane?: string): OutboxEvent => ({
  type: 'asked',
  write: { writeid, lane, key: `k${writeid}`, mutation: { query: 'save', variables: {} } },
})
const settled = (writeid: number): OutboxEvent => ({ type: 'settled', writeid })

/** What each event sends or drops, and what remains. */
function run(...events: OutboxEvent[]) {
  let state: OutboxState = []
  const done: string[] = []
  for (const event of events) {
    const [next, commands] = stepOutbox(state, event)
    state = next
    done.push(commands.map((each) => `${each.type} ${each.type === 'send' ? each.write.key : each.writeid}`).join(', '))
  }
  return { done, left: state.map(({ writeid, isSent }) => `${writeid}${isSent ? ' sent' : ''}`) }
}

test('writes of one lane are sent one after another, in the order in which they were asked for', () => {
  const { done, left } = run(asked(1, 'a'), asked(2, 'a'), asked(3, 'a'), settled(1), settled(2))
  expect(done).toEqual(['send k1', '', '', 'send k2', 'send k3'])
  expect(left).toEqual(['3 sent'])
})

test('lanes do not wait for each other, and what has no lane waits for nothing', () => {
  const { done } = run(asked(1, 'a'), asked(2, 'b'), asked(3, 'a'), asked(4), asked(5), settled(2), settled(1))
  expect(done).toEqual(['send k1', 'send k2', '', 'send k4', 'send k5', '', 'send k3'])
})

test('what is sent is the write as it was asked for', () => {
  const event = asked(1, 'a')
  const [, commands] = stepOutbox([], event)
  expect(commands).toEqual([{ type: 'send', write: event.type === 'asked' && event.write }])
})

test('after a sign-out nothing more is sent', () => {
  const { done, left } = run(asked(1, 'a'), asked(2, 'a'), asked(3, 'a'), { type: 'forgotten' }, settled(1))
  expect(done).toEqual(['send k1', '', '', 'drop 2, drop 3', ''])
  expect(left).toEqual([])
})
