import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { connectionsBesidesPool, embeddedPoolSize, mostEmbeddedProcesses } from './connections.ts'

test('every process that the embedded database may serve has a pool', () => {
  for (let processes = 1; processes <= mostEmbeddedProcesses; processes++) {
    const size = embeddedPoolSize(20, processes)
    expect(size).toBeGreaterThanOrEqual(1)
    expect((size + connectionsBesidesPool) * processes).toBeLessThanOrEqual(190)
  }
  expect(embeddedPoolSize(20, 2)).toBe(20)
  expect(embeddedPoolSize(20, mostEmbeddedProcesses + 1)).toBeLessThan(1)
})

test('more processes than the embedded database can serve are refused, and not with another database', () => {
  const WEB_CONCURRENCY = String(mostEmbeddedProcesses + 1)
  expect(() => readConfig({ WEB_CONCURRENCY })).toThrow(`WEB_CONCURRENCY must be at most ${mostEmbeddedProcesses}`)
  expect(() => readConfig({ WEB_CONCURRENCY, DATABASE_URL: 'embedded' })).toThrow('with the embedded database')
  expect(readConfig({ WEB_CONCURRENCY, DATABASE_URL: 'postgres://db.example/casebook' }).webConcurrency).toBe(
    mostEmbeddedProcesses + 1,
  )
})

test('the documentation names the connections of a process', async () => {
  for (const page of ['sizing', 'growth']) {
    const text = await readFile(new URL(`../../../docs/operating/${page}.md`, import.meta.url), 'utf8')
    expect(text).toMatch(new RegExp(`DATABASE_POOL_SIZE\`( \\(20\\))? \\+ ${connectionsBesidesPool} connections`))
  }
})
