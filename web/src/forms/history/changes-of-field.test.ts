// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../history/history-changes.ts'
import { reasonKey } from '../values/judged-form.ts'
import { asItWas, changesOfField } from './changes-of-field.ts'

type Values = Record<string, string>

function form(fields: Values, more: object = {}) {
  return JSON.stringify({ fields: Object.entries(fields).map(([key, value]) => ({ key, value })), ...more })
}

function entry(historyid: string, before: string | null, after: string | null): HistoryEntry {
  const action = before === null ? 'ADDED' : after === null ? 'REMOVED' : 'UPDATED'
  return {
    historyid,
    at: '2026-10-20T08:00:00Z',
    actor: 'Kari',
    reason: null,
    kind: 'form',
    action,
    id: 'F',
    before,
    after,
  }
}

test('a field has its own changes: answered, changed, emptied, and gone with its form', () => {
  const entries = [
    entry('5', form({ Weight: '71' }), null),
    entry('4', form({ Height: '180' }), form({ Height: '180', Weight: '71' })),
    entry('3', form({ Height: '180', Weight: '70' }), form({ Height: '180' })),
    entry('2', form({ Height: '181', Weight: '70' }), form({ Height: '180', Weight: '70' })),
    entry('1', null, form({ Height: '181', Weight: '70' })),
  ]
  const told = changesOfField(entries, 'F', 'Weight').map(({ entry: { historyid }, what, value }) => {
    return [historyid, what, value?.before, value?.after]
  })
  expect(told).toEqual([
    ['5', 'emptied', '71', undefined],
    ['4', 'answered', undefined, '71'],
    ['3', 'emptied', '70', undefined],
    ['1', 'answered', undefined, '70'],
  ])
  expect(changesOfField(entries, 'F', 'Height').map(({ what }) => what)).toEqual(['changed', 'answered'])
})

test('why a value is right is part of its history, and a form of another visit or number is not', () => {
  const confirmed = { confirmed: [{ key: 'Weight', reason: 'weighed twice' }] }
  const [told, ...more] = changesOfField(
    [
      entry('2', form({ Weight: '300' }), form({ Weight: '300' }, confirmed)),
      entry('1', null, form({ Weight: '300' }, { visitid: 'V', occurrence: 2 })),
    ],
    'F',
    'Weight',
  )
  expect(more).toEqual([])
  expect(told).toMatchObject({ what: 'confirmed', value: undefined, reason: { after: 'weighed twice' } })
})

test('a field that is called like a property of the form is not taken for it', () => {
  const before = form({ label: 'a' }, { label: null, type_number: 1 })
  const after = form({ label: 'a' }, { label: 'Left', type_number: 2 })
  expect(changesOfField([entry('1', before, after)], 'F', 'label')).toEqual([])
  expect(changesOfField([entry('1', before, after)], 'F', 'type_number')).toEqual([])
})

test('what an entry changed is typed as it was before, also what was left out with it', () => {
  const none = { required: false, length: null, pattern: null }
  const fields = [
    { name: 'Smokes', type: 'Boolean', ...none },
    { name: 'Daily', type: 'Number', ...none, showIf: 'Smokes' },
    { name: 'Weight', type: 'Number', ...none },
    { name: 'Doubled', type: 'Number', ...none, calculation: 'Daily * 2' },
  ] as const
  const confirmed = { confirmed: [{ key: 'Daily', value: '70', reason: 'asked twice' }] }
  const dropped = entry(
    '2',
    form({ Smokes: 'true', Daily: '70', Weight: '80', Doubled: '140' }, confirmed),
    form({ Smokes: 'false', Weight: '80' }),
  )
  expect(asItWas(fields, dropped)).toEqual({ Smokes: 'true', Daily: '70', [reasonKey('Daily', '70')]: 'asked twice' })
  const emptied = entry('3', form({ Weight: '80' }), form({ Weight: '81', Daily: '3' }))
  expect(asItWas(fields, emptied)).toEqual({ Weight: '80', Daily: '' })
  expect(asItWas(fields, entry('1', null, form({ Weight: '80' })))).toEqual({})
  // A removed form keeps what it held, and one that is added in its place has it before.
  const removed = { ...entry('4', form({ Weight: '80' }), form({ Weight: '80' })), action: 'REMOVED' } as const
  expect(asItWas(fields, removed)).toEqual({ Weight: '80' })
  expect(asItWas(fields, { ...entry('5', form({ Weight: '80' }), form({ Weight: '90' })), action: 'ADDED' })).toEqual(
    {},
  )
  // Why another value is right is left as it is.
  const reason = (text: string) => ({ confirmed: [{ key: 'Weight', value: '300', reason: text }] })
  const both = entry(
    '6',
    form({ Weight: '300', Daily: '1' }, reason('tall')),
    form({ Weight: '300', Daily: '2' }, reason('weighed twice')),
  )
  expect(asItWas(fields, both)).toEqual({ Daily: '1' })
})
