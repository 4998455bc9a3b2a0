import { expect, test } from 'vitest'
import { makeShare } from './share.ts'

/** A read that ends when told to, and how often it was begun. */
function slowRead() {
  const running: PromiseWithResolvers<string>[] = []
  const run = () => {
    const one = Promise.withResolvers<string>()
    running.push(one)
    return one.promise
  }
  return { run, running }
}

test('whoever asks while a read is under way is answered by the next one, all of them by the same', async () => {
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

test('a read that fails fails for those who share it, and for nobody after', async () => {
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

test('hundreds who share an answer get it a few at a time, so that others are served in between', async () => {
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
