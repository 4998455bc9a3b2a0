import { readFile } from 'node:fs/promises'
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { hasHistory, readEarlierSchema } from '../../../test/robust/earlier-release.ts'
import { readTypeDefs } from '../../composition/schema.ts'
import { release } from '../../config/release.ts'
import { readMigrationFiles } from './schema-state.ts'

/** The format of sha256sum: `cd migrations && sha256sum -c released.sha256` checks the same. */
async function readReleased() {
  const text = await readFile(new URL('../migrations/released.sha256', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => line.split('  '))
    .map(([sha256 = '', file = '']) => ({ sha256, name: file.replace(/\.sql$/, '') }))
}

test('no released migration was changed or removed', async () => {
  const files = await readMigrationFiles()
  const released = await readReleased()
  expect(released.length).toBeGreaterThan(5)
  for (const { name, sha256 } of released) expect(files.find((file) => file.name === name)?.sha256, name).toBe(sha256)
})

test('unreleased migrations come after released ones', async () => {
  const names = (await readReleased()).map(({ name }) => name)
  const last = [...names].sort().at(-1) ?? ''
  for (const { name } of await readMigrationFiles()) if (!names.includes(name)) expect(name > last, name).toBe(true)
})

test('all packages have the same release, and its notes exist', async () => {
  const root = new URL('../../../../', import.meta.url)
  for (const folder of ['', 'domain/', 'server/', 'web/', 'e2e/', 'bench/', 'robustness/']) {
    const { version } = JSON.parse(await readFile(new URL(`${folder}package.json`, root), 'utf8'))
    expect(version, folder).toBe(release)
  }
  expect(await readFile(new URL('clients/python/pyproject.toml', root), 'utf8')).toContain(`\nversion = "${release}"\n`)
  expect(await readFile(new URL('clients/r/DESCRIPTION', root), 'utf8')).toContain(`\nVersion: ${release}\n`)
  expect(await readFile(new URL('CHANGELOG.md', root), 'utf8')).toContain(`\n## ${release}`)
})

/** The migrations that a text names, such as `0093-choice-of-subjects`. */
const namesMigration = (text: string, name: string) => text.includes(`\`${name}\``)

test('the migrations that the notes of a release name are frozen, and every other is named under "Unreleased"', async () => {
  const page = await readFile(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8')
  const [before = '', ...releases] = page.split(/^## (?=\d)/m)
  const frozen = (await readReleased()).map(({ name }) => name)
  const others = (await readMigrationFiles()).map(({ name }) => name).filter((name) => !frozen.includes(name))
  expect(others.filter((name) => namesMigration(releases.join(''), name))).toEqual([])
  expect(others.filter((name) => !namesMigration(before, name))).toEqual([])
})

/** The calls of a schema: the fields of Query, Mutation and Subscription. */
function callsOf(typeDefs: string): Set<string> {
  const calls = parse(typeDefs).definitions.flatMap((definition) =>
    (definition.kind === 'ObjectTypeDefinition' || definition.kind === 'ObjectTypeExtension') &&
    ['Query', 'Mutation', 'Subscription'].includes(definition.name.value)
      ? (definition.fields ?? []).map(({ name }) => name.value)
      : [],
  )
  return new Set(calls)
}

test.runIf(hasHistory)('the notes name every call added or removed since 0.1.0', async () => {
  const [before, now] = [callsOf(await readEarlierSchema()), callsOf(readTypeDefs().join('\n'))]
  const changed = [...now.symmetricDifference(before)]
  expect(changed.length).toBeGreaterThan(20)
  const page = await readFile(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8')
  const [notes = ''] = page.split('\n## 0.1.0\n')
  expect(changed.filter((call) => !notes.includes(`\`${call}\``))).toEqual([])
})
