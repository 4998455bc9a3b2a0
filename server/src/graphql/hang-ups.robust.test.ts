import { randomBytes, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

type Line = { level: number; msg: string; route?: string; status?: number }
const lines: Line[] = []
const log = new Writable({
  write(line, _encoding, done) {
    lines.push(JSON.parse(String(line)))
    done()
  },
})

let casebook: Casebook
let place: Place
let nurse: Person
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' }, undefined, log)
  place = await makePlace(casebook)
  nurse = await addPerson(casebook, 'Nurse', { groups: ['hp', 'study:admin'] })
  const { siteid, studyid } = place
  const csv = ['identifier', ...Array.from({ length: 20_000 }, () => randomUUID())].join('\r\n')
  await run(nurse, 'addImport', { input: { siteid, studyid, filename: 'many.csv', csv } }, 'addedSubjects')
})
afterAll(() => casebook.stop())

/** Sends the beginning of a request and breaks the connection: with RST or FIN, at once or when an answer has begun. */
async function hangUp(head: string[], body: string | Buffer, how: { reset: boolean; reads: boolean }) {
  const { hostname, port } = new URL(casebook.origin)
  const socket: Socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `${[...head, `Host: ${hostname}:${port}`, `Cookie: casebook_session=${nurse.browser.cookie('casebook_session')}`].join('\r\n')}\r\n\r\n`,
  )
  socket.write(body)
  if (how.reads) await new Promise((resolve) => socket.once('data', resolve))
  else await wait(5)
  if (how.reset) socket.resetAndDestroy()
  else socket.destroy()
}

const json = (more: number, body: string) => [
  'Content-Type: application/json',
  'Sec-Fetch-Site: same-origin',
  `Content-Length: ${Buffer.byteLength(body) + more}`,
]

test('a caller who hangs up is no error in the log', async () => {
  const list = JSON.stringify({
    query: `query ($studyid: ID!) { listSubjects(studyid: $studyid) { subjectid identifier status siteid studyid facts { cells warnings } } }`,
    variables: { studyid: place.studyid },
  })
  const requests: [string[], string | Buffer, boolean][] = [
    // Before the body has arrived.
    [['POST /graphql HTTP/1.1', ...json(1000, list)], list, false],
    [['POST /auth/sign-out HTTP/1.1', ...json(1000, '{}')], '{', false],
    [
      ['POST /objects HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000'],
      randomBytes(1000),
      false,
    ],
    // Before the answer, and while it is sent.
    [['POST /graphql HTTP/1.1', ...json(0, list)], list, false],
    [['POST /graphql HTTP/1.1', ...json(0, list)], list, true],
    [['GET / HTTP/1.1'], '', true],
    [['GET /graphql/schema HTTP/1.1'], '', true],
    [['GET /auth/sign-in HTTP/1.1'], '', false],
  ]
  lines.length = 0
  const failures = async () => (await register.getSingleMetricAsString('casebook_database_failures_total')).split('\n')
  const before = await failures()
  for (const reset of [true, false])
    for (const [head, body, reads] of requests) await hangUp(head, body, { reset, reads })
  await until(
    'the server is done',
    async () => (await run(nurse, 'listStudies', { siteid: place.siteid }, 'name')).length > 0,
  )
  await wait(1500)
  expect(lines.filter(({ level }) => level >= 40)).toEqual([])
  expect(await failures()).toEqual(before)
})
