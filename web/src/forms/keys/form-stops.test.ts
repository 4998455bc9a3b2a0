// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { enterRun, nextStop } from './form-stops.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

function form(content: string): Element {
  document.body.innerHTML = `<div data-draft>${content}</div>`
  return document.body
}

const idOf = (element: Element | undefined) => element?.id
const part = (id: string) => document.getElementById(id)

test('Enter stops at fields that are not drawn yet, in both directions', () => {
  const place = form('<input id="a"><div id="more" data-waiting tabindex="0"></div><input id="z">')
  const [a, z] = [part('a'), part('z')]
  if (!a || !z) throw new Error('missing')
  expect(idOf(nextStop(place, a, false))).toBe('more')
  expect(idOf(nextStop(place, z, true))).toBe('more')
})

test('Enter passes by fields that are out of sight', () => {
  const place = form('<input id="a"><div hidden><input id="b"></div><input id="z">')
  const a = part('a')
  if (!a) throw new Error('missing')
  expect(idOf(nextStop(place, a, false))).toBe('z')
})

test('who comes to fields that were just drawn arrives at the first, or from below at the last', () => {
  form(
    '<div id="run"><input id="a"><button tabindex="-1">History</button><input id="off" disabled><input id="b"></div><input id="z">',
  )
  enterRun(part('run'), false)
  expect(idOf(document.activeElement ?? undefined)).toBe('a')
  enterRun(part('run'), true)
  expect(idOf(document.activeElement ?? undefined)).toBe('b')
})

test('fields of which none can be focused are passed', () => {
  form('<input id="a"><div id="run"><p>A note</p></div><input id="z">')
  enterRun(part('run'), false)
  expect(idOf(document.activeElement ?? undefined)).toBe('z')
  enterRun(part('run'), true)
  expect(idOf(document.activeElement ?? undefined)).toBe('a')
})

test('of answers, the chosen one has the focus', () => {
  const answers = '<input type="radio" name="q" id="yes"><input type="radio" name="q" id="no" checked>'
  form(`<div id="run"><div data-field="q">${answers}</div></div>`)
  enterRun(part('run'), false)
  expect(idOf(document.activeElement ?? undefined)).toBe('no')
})
