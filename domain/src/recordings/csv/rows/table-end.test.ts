import { describe, expect, test } from 'vitest'
import type { Plan } from './plan.ts'
import { TableEnd } from './table-end.ts'

const plan = { dialect: { delimiter: ',', decimal: '.' }, usual: 3, header: [',arm,leg', 'frame,x,y'] }

/** What becomes of lines after a blank one, and the numbers of those that are held back. */
function after(lines: readonly string[], more: object = {}) {
  const end = new TableEnd({ ...plan, ...more } as unknown as Plan, new TextDecoder())
  end.isPaused = true
  const held = lines.map((text, line) => {
    const bytes = new TextEncoder().encode(`;${text};`)
    return end.holds(bytes, 1, bytes.length - 1, { line, offset: 0 })
  })
  return { held, isOver: end.isOver, isPaused: end.isPaused, lines: end.take().map(({ line }) => line) }
}

describe('after a blank line', () => {
  test('data go on', () => {
    const goesOn = { held: [false], isOver: false, isPaused: false, lines: [] }
    for (const line of ['1,2,3', '-1,.5,3', '"1","2",3', ',2,3', '10:00,2,x', ' 1, 2,3'])
      expect(after([line])).toEqual(goesOn)
    expect(after(['5'], { usual: 1 })).toEqual(goesOn)
  })

  test('names of another table end this one, whatever stands above and below them', () => {
    expect(after(['Markers', '100', 'time,a', 's,mm', '1,2'])).toEqual({
      held: [true, true, true, true, false],
      isOver: true,
      isPaused: false,
      lines: [0, 1, 2, 3],
    })
    expect(after(['time,a', '1,2'])).toMatchObject({ held: [true, false], isOver: true })
    expect(after(['frame,x,y', 'Start,today', '1,2,3'])).toMatchObject({ isOver: true })
  })

  test('the same names, or none, do not', () => {
    expect(after([',arm,leg', 'frame,x,y', '1,2,3'])).toMatchObject({ held: [true, true, false], isOver: false })
    expect(after(['Device,X', ' ,arm,leg', ',arm,leg', 'frame,x,y ', '1,2,3'])).toMatchObject({ isOver: false })
    expect(after(['the end', '100', ',,', '1,2,3'])).toMatchObject({ isOver: false, lines: [0, 1, 2] })
    expect(after(['Mean,0.5,1'])).toMatchObject({ held: [false] })
    expect(after(['Mean,x'])).toMatchObject({ held: [true], isOver: false, isPaused: true })
  })

  test('names are all that tells tables apart if this one has none', () => {
    expect(after(['time,a', '1,2'], { header: [] })).toMatchObject({ isOver: true })
  })

  test('at most twelve lines are held back', () => {
    const words = Array.from({ length: 12 }, () => 'a,b')
    expect(after([...words.slice(1), '1,2,3'])).toMatchObject({ isOver: true })
    expect(after([...words, '1,2,3'])).toMatchObject({ isOver: false, isPaused: false })
    expect(after([...words, 'a,b']).held.at(-1)).toBe(false)
  })
})

test('what was held back is taken once', () => {
  const end = new TableEnd(plan as unknown as Plan, new TextDecoder())
  const bytes = new TextEncoder().encode('time,a')
  end.holds(bytes, 0, bytes.length, { line: 7, offset: 70 })
  expect(end.take()).toEqual([{ bytes, line: 7, offset: 70 }])
  expect(end.take()).toEqual([])
  // Its names no longer count.
  const data = new TextEncoder().encode('1,2,3')
  expect([end.holds(data, 0, data.length, { line: 8, offset: 80 }), end.isOver]).toEqual([false, false])
})
