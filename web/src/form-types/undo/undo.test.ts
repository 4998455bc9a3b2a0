import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startMachine } from '../../machine/machine.ts'
import { nothingDone, stepUndo } from './undo.ts'

function startRecord(first: Fields) {
  let fields = first
  const machine = startMachine(stepUndo, nothingDone, (command) => {
    fields = { ...fields, ...command.fields }
  })
  return {
    fields: () => fields,
    change: (to: Fields, into?: string) => machine.dispatch({ type: 'changed', from: fields, to, into }),
    undo: () => machine.dispatch({ type: 'undo' }),
    redo: () => machine.dispatch({ type: 'redo' }),
    clear: () => machine.dispatch({ type: 'cleared' }),
    theirs(change: Fields) {
      fields = { ...fields, ...change }
    },
    counts: () => [machine.current().done.length, machine.current().undone.length],
  }
}

const contents = fc.record({
  a: fc.constantFrom('', '1', '2'),
  b: fc.constantFrom('', '1', '2'),
  c: fc.constantFrom('', '1'),
})

test('undoing everything leads back to the beginning, redoing everything to the end', () => {
  fc.assert(
    fc.property(contents, fc.array(contents, { maxLength: 8 }), (first, changes) => {
      const record = startRecord(first)
      for (const change of changes) record.change(change)
      const end = record.fields()
      for (const _ of changes) record.undo()
      expect(record.fields()).toEqual(first)
      for (const _ of changes) record.redo()
      expect(record.fields()).toEqual(end)
    }),
  )
})

test('undoing keeps what a colleague changed meanwhile', () => {
  const record = startRecord({ a: '1', b: '1' })
  record.change({ a: '2', b: '1' })
  record.theirs({ b: 'theirs' })
  record.undo()
  expect(record.fields()).toEqual({ a: '1', b: 'theirs' })
})

test('a new change ends what could be redone; nothing changed is no act', () => {
  const record = startRecord({ a: '1' })
  record.change({ a: '2' })
  record.undo()
  record.change({ a: '1' })
  expect(record.counts()).toEqual([0, 1])
  record.change({ a: '3' })
  expect(record.counts()).toEqual([1, 0])
  record.redo()
  expect(record.fields()).toEqual({ a: '3' })
})

test('letters of one text are one act; another text and a press are acts of their own', () => {
  const record = startRecord({ identifier: '', checks: '' })
  for (const identifier of ['V', 'Vi', 'Vis']) record.change({ identifier, checks: '' }, 'identifier')
  expect(record.counts()).toEqual([1, 0])
  for (const checks of ['T', 'To', 'Too']) record.change({ identifier: 'Vis', checks }, 'checks.0.message')
  expect(record.counts()).toEqual([2, 0])
  record.change({ identifier: 'Vis', checks: 'Too, soft' })
  record.change({ identifier: 'Vis', checks: 'Too, hard' })
  expect(record.counts()).toEqual([4, 0])
  for (let count = 0; count < 3; count += 1) record.undo()
  expect(record.fields()).toEqual({ identifier: 'Vis', checks: '' })
  record.undo()
  expect(record.fields()).toEqual({ identifier: '', checks: '' })
})

test('letters typed after an undo are an act of their own', () => {
  const record = startRecord({ identifier: '' })
  record.change({ identifier: 'V' }, 'identifier')
  record.change({ identifier: 'V1' })
  record.undo()
  record.change({ identifier: 'Vi' }, 'identifier')
  record.undo()
  expect(record.fields()).toEqual({ identifier: 'V' })
})

test('nothing is undone after a save', () => {
  const record = startRecord({ a: '1' })
  record.change({ a: '2' })
  record.clear()
  record.undo()
  expect(record.fields()).toEqual({ a: '2' })
})
