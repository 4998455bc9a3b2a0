import { describe, expect, test } from 'vitest'
import { LimitExceeded, OneThread } from './one-thread.ts'

const source = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (asked) => {
    if (asked === 'loop') for (;;);
    if (asked === 'grow') for (const all = []; ; ) all.push(new Array(100_000).fill(all.length))
    if (asked === 'throw') throw new Error('thrown')
    if (asked === 'exit') process.exit(0)
    parentPort.postMessage('told ' + asked)
  })`
const file = new URL(`data:text/javascript,${encodeURIComponent(source)}`)

describe('a thread that ends at one question answers the others', () => {
  test.each(['loop', 'grow'])('exceeding a limit: %s', async (hostile) => {
    const thread = new OneThread<string, string>(file, { milliseconds: 3000, megabytes: 32 })
    const all = ['a', hostile, 'b', 'c'].map((asked) => thread.ask(asked))
    const [a, refused, ...rest] = await Promise.allSettled(all)
    expect(a).toMatchObject({ value: 'told a' })
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(LimitExceeded) })
    expect(rest).toMatchObject([{ value: 'told b' }, { value: 'told c' }])
  })

  test('by itself', async () => {
    const thread = new OneThread<string, string>(file, { milliseconds: 60_000, megabytes: 32 })
    const all = ['throw', 'a', 'exit', 'b'].map((asked) => thread.ask(asked))
    expect(await Promise.allSettled(all)).toMatchObject([
      { reason: expect.objectContaining({ message: 'thrown' }) },
      { value: 'told a' },
      { reason: expect.objectContaining({ message: 'The thread ended.' }) },
      { value: 'told b' },
    ])
  })
})
