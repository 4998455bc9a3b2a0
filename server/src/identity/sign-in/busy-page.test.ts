import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerNavigation } from './busy-page.ts'

async function visit(url: string, error: Error) {
  const app = Fastify()
  app.get('/auth/sign-in', { errorHandler: answerNavigation }, () => Promise.reject(error))
  app.get('/auth/callback', { errorHandler: answerNavigation }, () => Promise.reject(error))
  const answer = await app.inject({ url, headers: { accept: 'text/html' } })
  await app.close()
  return answer
}
const busy = new Error('timeout exceeded when trying to connect')

test('a sign-in that finds the database busy is answered with a page that begins it again', async () => {
  const { statusCode, headers, body } = await visit('/auth/sign-in?returnTo=%2Fstudies%2F1%3Fa%3D%22', busy)
  expect(statusCode).toBe(503)
  const again = '/auth/sign-in?returnTo=%2Fstudies%2F1%3Fa%3D%22'
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    refresh: `5; url=${again}`,
    'retry-after': '5',
  })
  expect(body).toContain(`<a href="${again}">`)
})

test('a return from the provider is not repeated, because its code can be used only once', async () => {
  const { headers } = await visit('/auth/callback?code=abc&state=x', busy)
  expect(headers.refresh).toBe('5; url=/auth/sign-in')
})

test('any other error is answered as everywhere', async () => {
  expect((await visit('/auth/sign-in', new Error('a defect'))).statusCode).toBe(500)
})
