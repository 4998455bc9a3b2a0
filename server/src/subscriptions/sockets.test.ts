import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'

let casebook: Casebook
beforeAll(async () => {
  casebook = await startCasebook()
})
afterAll(() => casebook.stop())

function statusOfUpgrade(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const handshake = request(`${casebook.origin}/`, { path, headers })
    handshake.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    handshake.on('error', reject)
    handshake.end()
  })
}

test.each(['//', '/', '/graphql/', '//graphql', '/%', '/nothing?x=/graphql'])(
  'no socket is opened at %s, and nothing fails over it',
  async (path) => {
    expect(await statusOfUpgrade(path)).toBe(404)
  },
)
