import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'

let casebook: Casebook
let nurse: Person
beforeAll(async () => {
  casebook = await startCasebook()
  nurse = await casebook.as('nurse')
})
afterAll(() => casebook.stop())

test.each([
  ['application/json', 'Subscriptions go over a WebSocket'],
  ['*/*', 'Subscriptions go over a WebSocket'],
  ['text/event-stream', 'other forms are not answered'],
])('a subscription sent as a call is refused at once, whatever the caller accepts: %s', async (accept, sentence) => {
  const { body } = await nurse.browser.fetch(`${casebook.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ query: 'subscription { onSitesUpdates { id } }' }),
  })
  expect(body).toContain(sentence)
  expect(casebook.services.live.size()).toBe(0)
})

test('a field requested too often is refused before quadratic validation', async () => {
  const flood = await nurse.call(`{ ${'me { sub } '.repeat(700)} }`)
  expect(flood.errors?.map(({ message }) => message)).toEqual(['The query asks for too much at once.'])
  const often = await nurse.call(`{ ${'me { sub } '.repeat(50)} }`)
  expect(often.data).toEqual({ me: { sub: 'nurse' } })
})

test('hundreds of undefined fragments are refused quickly', async () => {
  const { errors } = await nurse.call(`{ ${Array.from({ length: 500 }, (_, at) => `...Missing${at}`).join(' ')} }`)
  expect(errors?.map(({ message }) => message)).toEqual(['The query asks for too much at once.'])
})

test('each root field of a document is a piece of work of its person', async () => {
  const run = vi.spyOn(casebook.services.mainThread, 'run')
  await nurse.call(`{ ${Array.from({ length: 20 }, (_, n) => `a${n}: me { sub }`).join(' ')} }`)
  expect(run).toHaveBeenCalledTimes(1 + 20)
  expect(new Set(run.mock.calls.map(([personid]) => personid)).size).toBe(1)
  run.mockRestore()
})

test('a refused document counts more than the time that reading it takes', async () => {
  const charge = vi.spyOn(casebook.services.mainThread, 'charge')
  await nurse.call('{ me { sub } }')
  expect(charge).not.toHaveBeenCalled()
  await nurse.call('{ me { nothing } }')
  expect(charge).toHaveBeenCalledTimes(1)
  charge.mockRestore()
})
