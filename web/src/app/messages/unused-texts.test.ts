import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './en.ts'

const folder = new URL('../../', import.meta.url).pathname

test('every text is shown by some screen', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((path) => !/messages|generated|\.test\./.test(path))
    .map((path) => readFileSync(folder + path, 'utf8'))
  // A key is a word of the source: `t('key')`, `t(state)` with the states in a list, or a property of a record.
  const words = new Set(sources.join('\n').match(/[\w-]+/g))
  // The list of removed records names the kind of each row: `t(row.kind)`.
  const generated = readFileSync(`${folder}generated/graphql.ts`, 'utf8')
  const kinds = /export type RemovedKind =([^;]*);/.exec(generated)?.[1]?.match(/\w+/g) ?? []
  expect(kinds.length).toBeGreaterThan(0)
  for (const kind of kinds) words.add(kind)
  const keys = Object.entries(en).flatMap(([space, texts]) => Object.keys(texts).map((key) => [space, key] as const))
  expect(keys.length).toBeGreaterThan(500)
  expect(keys.filter(([, key]) => !words.has(key))).toEqual([])
})
