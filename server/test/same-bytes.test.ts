import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Makes the sample bundle in a process whose clock is in another zone, and prints the zone and the ZIP's SHA-256. */
const script = `
import { createHash } from 'node:crypto'
import { exportEntries } from ${urlOf('../../domain/src/exports/bundle/bundle.ts')}
import { memoryRows } from ${urlOf('../../domain/src/exports/testing/memory-rows.ts')}
import { stepCounting } from ${urlOf('../../domain/src/exports/testing/sample.ts')}
import { ZipWriter } from ${urlOf('../src/bundles/zip/zip-writer.ts')}
const hash = createHash('sha256')
const zip = new ZipWriter(async (bytes) => void hash.update(bytes), new Date(stepCounting.heading.at))
const entries = []
for await (const entry of exportEntries(memoryRows(stepCounting)))
  entries.push(await zip.add(entry.path, entry.kind === 'made' ? entry.write() : (async function* () {})()))
await zip.end(entries)
console.log(JSON.stringify({ hour: new Date(0).getHours(), entries: entries.length, sha256: hash.digest('hex') }))`

function urlOf(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href)
}

function madeIn(TZ: string): { hour: number; entries: number; sha256: string } {
  const env = { ...process.env, TZ }
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }))
}

test('a bundle has the same bytes wherever its server stands', { timeout: 60_000 }, () => {
  const [east, west] = [madeIn('Pacific/Auckland'), madeIn('America/New_York')]
  expect([east.hour, west.hour]).toEqual([12, 19])
  expect(east.entries).toBeGreaterThan(20)
  expect(west).toMatchObject({ entries: east.entries, sha256: east.sha256 })
})
