import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { addPerson } from '../beds/people.ts'

let casebook: Casebook
let cookie: string
beforeAll(async () => {
  casebook = await startCasebook()
  const { browser } = await addPerson(casebook, 'Kari', { groups: ['hp'] })
  cookie = `casebook_session=${browser.cookie('casebook_session')}`
})
afterAll(() => casebook.stop())

const signedInFetch = (url: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers)
  headers.set('cookie', cookie)
  headers.set('sec-fetch-site', 'same-origin')
  return fetch(url, { ...init, headers })
}

describe('GraphQL over HTTP', () => {
  for (const audit of serverAudits({ url: () => `${casebook.origin}/graphql`, fetchFn: signedInFetch })) {
    test(`${audit.name} (${audit.id})`, async () => {
      const result = await audit.fn()
      expect('reason' in result ? `${result.status}: ${result.reason}` : result.status).toBe('ok')
    })
  }
})
