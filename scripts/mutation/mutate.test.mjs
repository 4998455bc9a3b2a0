import { expect, test } from 'vitest'
import { root, run } from '../run.mjs'

test('what a test notices is killed, and what none notices survives', async () => {
  const { code, output } = await run('node', ['scripts/mutation/mutate.mjs', 'scripts/mutation/example'], {
    cwd: root,
    quietly: true,
  })
  const lines = output.trim().split('\n')
  const of = (result) =>
    lines.filter((line) => line.startsWith(result)).map((line) => line.slice(line.indexOf('clamp.mjs:')))
  expect(of('killed').sort()).toEqual([
    'clamp.mjs:3:14  < → >=',
    'clamp.mjs:3:30  least → undefined',
    'clamp.mjs:4:10  number > most ? most : number → undefined',
    'clamp.mjs:4:17  > → <=',
  ])
  expect(of('survived').sort()).toEqual(['clamp.mjs:3:14  < → <=', 'clamp.mjs:4:17  > → >='])
  expect(lines.at(-1)).toBe(
    'scripts/mutation/example: 66.6 % of 6 mutants killed (4 killed, of them 0 by a time limit; 2 survived; 0 in files without tests)',
  )
  expect(code).toBe(0)
})
