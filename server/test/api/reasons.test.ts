import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '@casebook/domain/shared/problems.ts'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const isCatalogueOrTest = (path: string) => /\.test\.|shared\/problems\//.test(path)

test('every reason of the catalogue is given somewhere', () => {
  const paths = globSync('{domain,server,web}/src/**/*.{ts,tsx}', { cwd: root })
  const sources = paths
    .filter((path) => !isCatalogueOrTest(path) && !path.endsWith('messages/problems.nb.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  const isGiven = (reason: string) => sources.some((source) => source.includes(`'${reason}'`))
  expect(Object.keys(catalogue).filter((reason) => !isGiven(reason))).toEqual([])
})
