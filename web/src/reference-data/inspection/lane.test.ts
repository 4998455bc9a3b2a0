import { expect, test } from 'vitest'
import { Lane } from './lane.ts'

function recorder() {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const job = (name: string) => (done: () => void) => {
    log.push(`${name} begins`)
    ends.set(name, done)
    return { stop: () => void log.push(`${name} is stopped`) }
  }
  return { log, ends, job }
}

test('jobs run one after another, in order', () => {
  const { log, ends, job } = recorder()
  const lane = new Lane()
  for (const name of ['a', 'b', 'c']) lane.add(name, job(name))
  expect(log).toEqual(['a begins'])
  ends.get('a')?.()
  ends.get('b')?.()
  expect(log).toEqual(['a begins', 'b begins', 'c begins'])
})

test('a cancelled job is stopped or never begins, and the next one starts', () => {
  const { log, ends, job } = recorder()
  const lane = new Lane()
  for (const name of ['a', 'b', 'c']) lane.add(name, job(name))
  lane.cancel('b')
  lane.cancel('a')
  expect(log).toEqual(['a begins', 'a is stopped', 'c begins'])
  // A late end of the stopped job changes nothing.
  ends.get('a')?.()
  lane.add('d', job('d'))
  expect(log).toHaveLength(3)
  ends.get('c')?.()
  expect(log.at(-1)).toBe('d begins')
})

test('a job that ends at once lets the next one begin', () => {
  const log: string[] = []
  const lane = new Lane()
  for (const name of ['a', 'b'])
    lane.add(name, (done) => {
      log.push(name)
      done()
      return { stop: () => undefined }
    })
  expect(log).toEqual(['a', 'b'])
})
