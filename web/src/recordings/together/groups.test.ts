import { expect, test } from 'vitest'
import { groupsOf } from './groups.ts'

const hour = 3600
const span = (from: number, to: number) => ({ from: from * hour, to: to * hour })

test('recordings that overlap, or lie less than a day apart, are one group', () => {
  const [long, within, later] = [span(0, 50), span(1, 2), span(73.9, 74)]
  expect(groupsOf([later, long, within])).toEqual([[long, within, later]])
})

test('from a day on recordings are groups of their own, the earliest first', () => {
  const [first, next, last] = [span(0, 1), span(25, 26), span(9000, 9001)]
  expect(groupsOf([last, next, first])).toEqual([[first], [next], [last]])
})

test('the end of a long recording counts, not that of a short one within it', () => {
  const [long, within, later] = [span(0, 100), span(1, 2), span(110, 111)]
  expect(groupsOf([long, within, later])).toEqual([[long, within, later]])
})

test('a group after another has its own end', () => {
  const [long, second, third] = [span(0, 10), span(100, 101), span(125, 126)]
  expect(groupsOf([long, second, third])).toEqual([[long], [second], [third]])
})

test('times before 1970 are grouped, too', () => {
  const [early, later] = [span(-9000, -8999), span(-8990, -8989)]
  expect(groupsOf([later, early])).toEqual([[early, later]])
})

test('without a recording there is no group', () => {
  expect(groupsOf([])).toEqual([])
})
