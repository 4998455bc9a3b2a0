// @vitest-environment happy-dom
import type { KeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { undoByKey } from './use-undo.ts'

function press(target: EventTarget, more: Partial<KeyboardEvent>) {
  const undo = { undo: vi.fn(), redo: vi.fn() }
  const preventDefault = vi.fn()
  const event = { key: 'z', ctrlKey: true, shiftKey: false, target, ...more, preventDefault }
  undoByKey(event as unknown as KeyboardEvent, undo)
  return [undo.undo.mock.calls.length, undo.redo.mock.calls.length, preventDefault.mock.calls.length]
}
const button = document.createElement('button')
const text = document.createElement('input')
const box = Object.assign(document.createElement('input'), { type: 'checkbox' })

test('Ctrl Z undoes, with Shift it redoes, and a text keeps its own undo', () => {
  expect(press(button, {})).toEqual([1, 0, 1])
  expect(press(box, { shiftKey: true, key: 'Z' })).toEqual([0, 1, 1])
  expect(press(text, {})).toEqual([0, 0, 0])
  expect(press(document.createElement('textarea'), {})).toEqual([0, 0, 0])
  expect(press(button, { ctrlKey: false })).toEqual([0, 0, 0])
})
