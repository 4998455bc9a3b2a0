import { beforeAll, expect, test } from 'vitest'
import { root, run } from '../run.mjs'

let code
let lines

beforeAll(async () => {
  const limits = ['--workers', '1', '--seconds', '3', '--memory', '700']
  const args = ['scripts/mutation/mutate.mjs', 'scripts/mutation/example', ...limits]
  const finished = await run('node', args, { cwd: root, quietly: true })
  code = finished.code
  lines = finished.output.trim().split('\n')
}, 600_000)

/** The changes to one file that had a result. */
const changes = (result, file) =>
  lines
    .filter((line) => line.startsWith(`${result} `) && line.includes(`/${file}:`))
    .map((line) => line.slice(line.indexOf(`${file}:`)))
    .sort()

test('what a test notices is killed, and what none notices survives', () => {
  expect(code).toBe(0)
  expect(changes('killed', 'clamp.mjs')).toEqual([
    'clamp.mjs:3:14  < → >=',
    'clamp.mjs:3:30  least → undefined',
    'clamp.mjs:4:10  number > most ? most : number → undefined',
    'clamp.mjs:4:17  > → <=',
  ])
  expect(changes('survived', 'clamp.mjs')).toEqual(['clamp.mjs:3:14  < → <=', 'clamp.mjs:4:17  > → >='])
})

test('a change in code that runs while the module is loaded is noticed', () => {
  expect(changes('killed', 'states.mjs')).toContain("states.mjs:3:16  'kilo' → ''")
  expect(changes('survived', 'states.mjs')).toContain("states.mjs:3:24  'mega' → ''")
})

test('a value that is kept hides no change, and a change leaves nothing behind for the next', () => {
  const killed = changes('killed', 'states.mjs')
  expect(killed).toContain('states.mjs:14:3  known ??= a + b → ;')
  expect(killed).toContain('states.mjs:14:15  + → -')
  expect(killed).toContain('states.mjs:15:10  known → undefined')
})

test('what ends no more is counted apart, by time and by memory', () => {
  expect(changes('timed out', 'states.mjs')).toEqual([
    'states.mjs:28:42  /= → *=',
    'states.mjs:35:20  resolve(something) → ;',
    'states.mjs:35:9  something → !(something)',
  ])
  expect(changes('memory', 'states.mjs')).toEqual(['states.mjs:21:44  -- → ++'])
})

test('code that no test runs is named, and the results are counted', () => {
  expect(changes('unreached', 'states.mjs')).toEqual([
    "states.mjs:40:10  'nothing' → ''",
    "states.mjs:40:10  'nothing' → undefined",
  ])
  expect(lines.at(-1)).toBe(
    'scripts/mutation/example: 81 % of 37 mutants (26 killed, 3 timed out, 1 memory, 5 survived, 2 unreached)',
  )
})
