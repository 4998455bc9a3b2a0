import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/casebook.ts'

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

test('one field asked for over and over is refused before each is compared with each', async () => {
  const flood = await nurse.call(`{ ${'me { sub } '.repeat(700)} }`)
  expect(flood.errors?.map(({ message }) => message)).toEqual(['The query asks for too much at once.'])
  const often = await nurse.call(`{ ${'me { sub } '.repeat(50)} }`)
  expect(often.data).toEqual({ me: { sub: 'nurse' } })
})

test('hundreds of fragments that are not there are refused at once', async () => {
  const { errors } = await nurse.call(`{ ${Array.from({ length: 500 }, (_, at) => `...Missing${at}`).join(' ')} }`)
  expect(errors?.map(({ message }) => message)).toEqual(['The query asks for too much at once.'])
})
