import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { openLive, until } from '../../test/beds/live.ts'
import { run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { bearer } from '../../test/beds/tokens.ts'

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

test('a subscription by an alias, a fragment and a directive is answered with these fields, and ends with its socket', async () => {
  const admin = await addPerson(casebook, 'Ingrid', { groups: ['admin'] })
  const live = openLive(admin)
  live.watch(
    'onSitesUpdates',
    { isAsked: false },
    `subscription ($isAsked: Boolean!) { ...Sites }
     fragment Sites on Subscription { changed: onSitesUpdates { __typename kind: action siteid @include(if: $isAsked) } }`,
  )
  await until('it is subscribed', () => JSON.stringify(live.frames).includes('subscribed'))
  await run(admin, 'addSite', { identifier: 'oslo', name: 'Oslo' })
  const answers = () => live.frames.filter((frame) => JSON.stringify(frame).includes('"next"'))
  await until('the change is told', () => answers().length > 0)
  expect(answers()[0]).toMatchObject({ payload: { data: { changed: { __typename: 'Change', kind: 'ADDED' } } } })
  expect(JSON.stringify(answers()[0])).not.toContain('siteid')
  await live.close()
  await until('nobody listens', () => casebook.services.live.size() === 0)
})

describe('a socket of a page that was loaded for another person', () => {
  const opened: ReturnType<typeof openLive>[] = []
  afterEach(async () => {
    for (const live of opened.splice(0)) await live.close()
    await until('nobody listens', () => casebook.services.live.size() === 0)
  })
  async function watchAs(person: Person, named: unknown) {
    const live = openLive(person, { 'casebook-person': named })
    opened.push(live)
    const { state } = live.watch('onSitesUpdates')
    const isSubscribed = () => JSON.stringify(live.frames).includes('subscribed')
    await until('it is answered', () => isSubscribed() || state.ended !== undefined)
    return { ...state, isSubscribed: isSubscribed() }
  }

  test.each(['somebody', '', 'NURSE', null, 1, {}, ['nurse']])(
    'named %j is closed before it is subscribed',
    async (named) => {
      const nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
      expect(await watchAs(nurse, named)).toEqual({ ended: 'closed', code: 4403, isSubscribed: false })
    },
  )

  test('is opened if it names the person of the cookie, or nobody, and for a token whatever it names', async () => {
    const nurse = await addPerson(casebook, 'Kåre', { groups: ['hp'] })
    const { sub } = await run(nurse, 'me')
    const isOpen = { ended: undefined, isSubscribed: true }
    expect(await watchAs(nurse, encodeURIComponent(sub))).toMatchObject(isOpen)
    expect(await watchAs(nurse, undefined)).toMatchObject(isOpen)
    expect(await watchAs(await bearer(nurse, { scopes: ['read'] }), 'somebody')).toMatchObject(isOpen)
  })
})
