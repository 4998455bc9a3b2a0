import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'

let casebook: Casebook
beforeAll(async () => {
  casebook = await startCasebook()
})
afterAll(() => casebook.stop())

const open = (path: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
  fetch(new URL(path, casebook.origin), { headers: { accept } })

test('a browser that opens /graphql in local mode sees an explorer that loads everything from this server', async () => {
  const answer = await open('/graphql')
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|unsafe-eval/)
  const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter((path) => path !== 'data:,')
  expect(files.length).toBeGreaterThanOrEqual(4)
  for (const path of files) {
    expect(path).toMatch(/^\/graphql\/explorer\//)
    expect((await open(path)).status, path).toBe(200)
  }
})

test('a call is answered there, whatever it accepts', async () => {
  const query = await open('/graphql?query={me{sub}}')
  expect(query.headers.get('content-type')).not.toContain('text/html')
  const script = await open('/graphql', 'application/json')
  expect(script.headers.get('content-type')).not.toContain('text/html')
})
