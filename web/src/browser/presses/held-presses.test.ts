import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChanged, type Shown } from './held-presses.ts'

const at = (top: number, name = 'Start', height = 30): Shown => ({
  name,
  left: 0,
  top,
  right: 80,
  bottom: top + height,
})
const changed = (before: [string, Shown][], after: [string, Shown][]) => [
  ...findChanged(new Map(before), new Map(after)),
]

test('what appears is held, wherever it stands', () => {
  expect(changed([['start', at(0)]], [['stop', at(0)]])).toEqual([['stop', 'said']])
  expect(changed([], [['stop', at(500)]])).toEqual([['stop', 'said']])
})

test('what says something else is held', () => {
  expect(changed([['button', at(0, 'Start')]], [['button', at(0, 'Stop')]])).toEqual([['button', 'said']])
})

test('what moved to another place is held', () => {
  expect(changed([['row', at(0)]], [['row', at(40)]])).toEqual([['row', 'moved']])
  expect(changed([['row', at(40)]], [['row', at(0)]])).toEqual([['row', 'moved']])
  const right = { ...at(0), left: 100, right: 180 }
  expect(changed([['row', at(0)]], [['row', right]])).toEqual([['row', 'moved']])
  expect(changed([['row', right]], [['row', at(0)]])).toEqual([['row', 'moved']])
})

test('what moved less than half of its height is not held', () => {
  expect(changed([['row', at(0)]], [['row', at(15)]])).toEqual([])
  expect(changed([['row', at(0)]], [['row', at(16)]])).toEqual([['row', 'moved']])
})

const shown = fc.record({
  name: fc.constantFrom('Start', 'Stop'),
  left: fc.nat(300),
  top: fc.nat(300),
  right: fc.integer({ min: 301, max: 600 }),
  bottom: fc.integer({ min: 301, max: 600 }),
})
const screen = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), shown), { selector: ([thing]) => thing })

test('a press in the middle of anything that is not held meant the same thing before', () => {
  fc.assert(
    fc.property(screen, screen, (before, after) => {
      const held = findChanged(new Map(before), new Map(after))
      for (const [thing, now] of after) {
        if (held.has(thing)) continue
        const was = new Map(before).get(thing)
        expect(was?.name).toBe(now.name)
        const middle = (now.top + now.bottom) / 2
        expect(was && was.top <= middle && middle <= was.bottom).toBe(true)
      }
      expect(findChanged(new Map(before), new Map(before)).size).toBe(0)
    }),
  )
})
