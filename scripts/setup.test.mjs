import { expect, test } from 'vitest'
import { areInstalled } from './setup.mjs'

const wanted = {
  '': { version: '1.0.0' },
  domain: {},
  'node_modules/@casebook/domain': { link: true },
  'node_modules/kept': { version: '1.2.3' },
  'node_modules/other-machine': { version: '1.0.0', optional: true },
  'node_modules/linter': { version: '2.0.0', dev: true },
}
const toStart = { 'node_modules/@casebook/domain': { link: true }, 'node_modules/kept': { version: '1.2.3' } }
const all = { ...toStart, 'node_modules/linter': { version: '2.0.0', dev: true } }

test('starting needs no packages of tests and lint, and developing does', () => {
  expect(areInstalled(toStart, wanted, false)).toBe(true)
  expect(areInstalled(toStart, wanted, true)).toBe(false)
  expect(areInstalled(all, wanted, true)).toBe(true)
})

test('a package that is missing or of another version is installed', () => {
  expect(areInstalled({}, wanted, false)).toBe(false)
  expect(areInstalled({ ...all, 'node_modules/kept': { version: '1.2.2' } }, wanted, true)).toBe(false)
  expect(areInstalled({ ...all, 'node_modules/linter': { version: '1.0.0', dev: true } }, wanted, false)).toBe(false)
})
