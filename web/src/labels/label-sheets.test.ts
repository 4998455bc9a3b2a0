import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelSheets, layOut, perSheet, placeOf } from './label-sheets.ts'

test.each(labelSheets)('labels of $key lie on their sheet and do not overlap', (sheet) => {
  const seen: { left: number; top: number }[] = []
  for (let place = 0; place < perSheet(sheet); place++) {
    const { left, top } = placeOf(sheet, place)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(left + sheet.width).toBeLessThanOrEqual(sheet.page.width + 1e-9)
    expect(top + sheet.height).toBeLessThanOrEqual(sheet.page.height + 1e-9)
    for (const other of seen) {
      const isBeside = Math.abs(other.left - left) >= sheet.width - 1e-9
      const isBelow = Math.abs(other.top - top) >= sheet.height - 1e-9
      expect(isBeside || isBelow).toBe(true)
    }
    seen.push({ left, top })
  }
})

test('the edges are those of the makers’ sheets', () => {
  const edgesOf = (key: string) => {
    const sheet = labelSheets.find((each) => each.key === key)
    return sheet && placeOf(sheet, 0)
  }
  expect(edgesOf('63.5x38.1')).toEqual({ left: expect.closeTo(7.25), top: expect.closeTo(15.15) })
  expect(edgesOf('38.1x21.2')).toEqual({ left: expect.closeTo(4.75), top: expect.closeTo(10.7) })
  expect(edgesOf('99.1x38.1')).toEqual({ left: expect.closeTo(4.65), top: expect.closeTo(15.15) })
})

test('every copy has one place, in order, and what is used of the first sheet stays empty', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(), { maxLength: 60 }),
      fc.constantFrom(...labelSheets),
      fc.integer({ min: 1, max: 4 }),
      fc.nat({ max: 100 }),
      (items, sheet, copies, more) => {
        const used = more % perSheet(sheet)
        const sheets = layOut(items, sheet, copies, used)
        const placed = sheets.flatMap((labels, page) =>
          labels.map(({ item, place }) => ({ item, at: page * perSheet(sheet) + place })),
        )
        expect(placed.map(({ item }) => item)).toEqual(items.flatMap((item) => Array<number>(copies).fill(item)))
        expect(placed.map(({ at }) => at)).toEqual(placed.map((_, index) => index + used))
      },
    ),
  )
})
