import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOn, isWhole, type ListView, readView, sortKeys, subjectsWhere, wholeList, writeView } from './list-view.ts'

const view: fc.Arbitrary<ListView> = fc.record({
  filter: fc.string(),
  status: fc.constantFrom('OPEN' as const, 'CLOSED' as const, 'DELETED' as const, undefined),
  missing: fc.constantFrom('forms' as const, 'warnings' as const, 'nothing' as const, undefined),
  recent: fc.constantFrom('added' as const, 'closed' as const, undefined),
  visits: fc.constantFrom('late' as const, 'outside' as const, 'done' as const, undefined),
  visit: fc.constantFrom('week4', undefined),
  added: fc.constantFrom({ from: '2026-10-05', to: '2026-10-11' }, undefined),
  sort: fc.constantFrom(...sortKeys),
  isDescending: fc.boolean(),
})

describe('the view of a list in its address', () => {
  test('is read back from the text of the address', () => {
    fc.assert(
      fc.property(view, (shown) => {
        const text = writeView(new URLSearchParams(), shown).toString()
        // Without a state, no visit is asked for.
        expect(readView(new URLSearchParams(text))).toEqual({ ...shown, visit: shown.visits && shown.visit })
      }),
    )
  })

  test('keeps other parameters and omits default values', () => {
    const search = writeView(new URLSearchParams('edit=one&status=OPEN&sort=-files'), wholeList)
    expect(search.toString()).toBe('edit=one')
    expect(isWhole(readView(search))).toBe(true)
  })

  test('ignores unknown values', () => {
    expect(
      readView(new URLSearchParams('status=open&missing=sleep&lately=x&from=2026-02-30&to=2026-03-01&sort=--files')),
    ).toEqual({
      ...wholeList,
      isDescending: true,
    })
  })

  test('includes the first and the last of the days it names', () => {
    const week = { from: '2026-10-05', to: '2026-10-11' }
    expect(isOn(week, '2026-10-05T00:00:00.000Z')).toBe(true)
    expect(isOn(week, '2026-10-11T23:59:59.999Z')).toBe(true)
    expect(isOn(week, '2026-10-04T23:59:59.999Z')).toBe(false)
    expect(isOn(week, '2026-10-12T00:00:00.000Z')).toBe(false)
    expect(isWhole({ ...wholeList, added: week })).toBe(false)
    expect(subjectsWhere('one', { added: week })).toBe('/studies/one/subjects?from=2026-10-05&to=2026-10-11')
  })

  test('makes links', () => {
    expect(subjectsWhere('one', { status: 'OPEN', missing: 'files' })).toBe(
      '/studies/one/subjects?status=OPEN&missing=files',
    )
    expect(subjectsWhere('one', { visits: 'late', visit: 'week4' })).toBe(
      '/studies/one/subjects?visits=late&visit=week4',
    )
    expect(subjectsWhere('one', {})).toBe('/studies/one/subjects')
  })
})
