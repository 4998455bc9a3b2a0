import { expect, test } from 'vitest'
import { jsonOfRows } from './json-rows.ts'
import { select } from './selection.ts'

const rows = [
  { subjectid: 'a"b', cells: 'DP', deviations: 1 },
  { subjectid: 'c', cells: '', deviations: 0 },
]

test('has the requested fields, in their order and under the caller’s names', () => {
  const asked = new Map([
    ['letters', { field: 'cells', below: select({}) }],
    ['__typename', { field: '__typename', below: select({}) }],
    ['subjectid', { field: 'subjectid', below: select({}) }],
  ])
  expect(jsonOfRows('VisitStandings', rows, asked).text).toBe(
    '[{"letters":"DP","__typename":"VisitStandings","subjectid":"a\\"b"},{"letters":"","__typename":"VisitStandings","subjectid":"c"}]',
  )
  expect(jsonOfRows('VisitStandings', rows, select({ deviations: {} })).parse()).toEqual([
    { deviations: 1 },
    { deviations: 0 },
  ])
  expect(jsonOfRows('VisitStandings', [], asked).text).toBe('[]')
})
