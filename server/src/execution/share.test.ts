import { expect, test } from 'vitest'
import { makeShare } from './share.ts'

/** A read that ends when told to, and the number of reads that were started. */
function slowRead() {
  const running: PromiseWithResolvers<string>[] = []
  const run = () => {
    const one = Promise.withResolvers<string>()
    running.push(one)
    return one.promise
  }
  return { run, running }
}

test('callers who arrive during a read share the next one', async () => {
  const share = makeShare<string>()
  const { run, running } = slowRead()
  const first = share('list', run)
  const later = [share('list', run), share('list', run)]
  expect(running).toHaveLength(1)
  running[0]?.resolve('before')
  expect(await first).toBe('before')
  expect(running).toHaveLength(2)
  running[1]?.resolve('after')
  expect(await Promise.all(later)).toEqual(['after', 'after'])
})

test('a failed read fails for those who share it, and not for later callers', async () => {
  const share = makeShare<string>()
  const { run, running } = slowRead()
  const first = share('list', run)
  const second = share('list', run)
  running[0]?.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  running[1]?.reject(new Error('gone too'))
  await expect(second).rejects.toThrow('gone too')
  const third = share('list', run)
  running[2]?.resolve('back')
  expect(await third).toBe('back')
})

test('hundreds who share an answer are answered a few at a time, so that others are served in between', async () => {
  const share = makeShare<string>()
  const { run, running } = slowRead()
  const first = share('list', run)
  let answered = 0
  const many = Array.from({ length: 500 }, () =>
    share('list', run).then(() => {
      answered++
    }),
  )
  running[0]?.resolve('before')
  await first
  running[1]?.resolve('after')
  await new Promise((resolve) => setImmediate(resolve))
  expect(answered).toBeGreaterThan(0)
  expect(answered).toBeLessThan(100)
  await Promise.all(many)
  expect(answered).toBe(500)
})
