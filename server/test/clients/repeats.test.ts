import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { run } from '../beds/operations.ts'
import { hasPython, hasR } from '../scripting-bed.ts'
import { answered, type ClientsBed, makeClientsBed } from './clients-bed.ts'

/** What stands in for the server's answer: a reason or a proxy's page, after the call was executed or instead of it. */
type Trouble = { reason: string; isExecuted: boolean; status?: number; retryAfter?: string; isTorn?: boolean }
const notDone: Trouble = { reason: 'database.unavailable', isExecuted: false }
const notKnown: Trouble = { reason: 'write.unknown', isExecuted: true }
const cutOff: Trouble = { reason: '', isExecuted: true, status: 502 }
/** The connection breaks in the middle of the answer. */
const torn: Trouble = { reason: '', isExecuted: true, isTorn: true }
const until = (retryAfter: string): Trouble => ({ reason: '', isExecuted: false, status: 503, retryAfter })

let bed: ClientsBed
let line: Server
let address: Record<string, string>
let troubles: Trouble[] = []
const keys: unknown[] = []

beforeAll(async () => {
  bed = await makeClientsBed()
  line = createServer(async (request, response) => {
    const body = await buffer(request)
    keys.push(request.headers['idempotency-key'])
    const trouble = troubles.shift()
    const answer = trouble?.isExecuted === false ? '' : await forward(request.headers, body)
    const retryAfter = trouble?.retryAfter ?? '0'
    response.writeHead(trouble?.status ?? 200, { 'content-type': 'application/json', 'retry-after': retryAfter })
    if (trouble?.isTorn) response.write('{"data":', () => response.destroy())
    else response.end(trouble ? pageOf(trouble) : answer)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const bound = line.address()
  address = { CASEBOOK_URL: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}` }
})
afterAll(async () => {
  line.close()
  await bed.stop()
})
beforeEach(() => {
  keys.length = 0
})

/** Sends a call on to the server. Returns its answer. */
async function forward(headers: IncomingHttpHeaders, body: Buffer): Promise<string> {
  const names = ['authorization', 'content-type', 'idempotency-key']
  const passed = names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  const answer = await fetch(`${bed.env.CASEBOOK}/graphql`, {
    method: 'POST',
    headers: Object.fromEntries(passed),
    body: new Uint8Array(body),
  })
  return answer.text()
}

function pageOf({ reason }: Trouble): string {
  if (!reason) return '<p>Bad gateway</p>'
  const extensions = { code: 'INTERNAL', reason, retryAfterSeconds: 0 }
  return JSON.stringify({ data: null, errors: [{ message: reason, extensions }] })
}

async function countOf(identifier: string): Promise<number> {
  const listed: { identifier: string }[] = await run(
    bed.chief,
    'listSubjects',
    { studyid: bed.env.STUDY },
    'identifier',
  )
  return listed.filter((subject) => subject.identifier === identifier).length
}

const mutation = 'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { identifier } }'

const addInPython = (identifier: string, attempts = 5) =>
  bed.inPython(
    `
casebook = Casebook(attempts=${attempts})
try:
    said = casebook.call("${mutation}", {"input": {"siteid": "${bed.env.SITE}", "studyid": "${bed.env.STUDY}", "identifier": "${identifier}"}})["addSubjectV2"]
except CasebookError as error:
    said = error.reason
print(json.dumps(said))`,
    address,
  )

const addInR = (identifier: string, attempts = 5) =>
  bed.inR(
    `
server <- casebook(attempts = ${attempts})
said <- tryCatch(cb_call(server, "${mutation}", list(input = list(siteid = e("SITE"), studyid = e("STUDY"), identifier = "${identifier}")))$addSubjectV2,
  casebook_error = function(error) error$reason)
cat(jsonlite::toJSON(said, auto_unbox = TRUE))`,
    address,
  )

const clients = [...(hasPython ? [['Python', addInPython] as const] : []), ...(hasR ? [['R', addInR] as const] : [])]

test.each(clients)('%s repeats a write that was not done, or is not known, with the same key', async (name, add) => {
  troubles = [notDone, notKnown, cutOff]
  expect(answered(await add(`${name} once`))).toEqual({ identifier: `${name} once` })
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{32,36}$/)
  expect(await countOf(`${name} once`)).toBe(1)
})

test.each(clients)('%s does not deny a write that an earlier attempt may have done', async (name, add) => {
  troubles = [notKnown, notDone]
  expect(answered(await add(`${name} in doubt`, 2))).toBe('write.unknown')
  expect(await countOf(`${name} in doubt`)).toBe(1)
  troubles = [notDone, notDone]
  expect(answered(await add(`${name} never`, 2))).toBe('database.unavailable')
  expect(await countOf(`${name} never`)).toBe(0)
})

test.each(clients)('%s repeats a write whose answer broke off, and does not deny it', async (name, add) => {
  troubles = [torn]
  expect(answered(await add(`${name} torn`))).toEqual({ identifier: `${name} torn` })
  expect(await countOf(`${name} torn`)).toBe(1)
  troubles = [notKnown, torn]
  expect(answered(await add(`${name} torn at last`, 2))).toBe('write.unknown')
  expect(await countOf(`${name} torn at last`)).toBe(1)
})

test.each(clients)('%s understands a time to wait for that is given as a date', async (name, add) => {
  troubles = [until(new Date().toUTCString()), until('soon')]
  expect(answered(await add(`${name} later`))).toEqual({ identifier: `${name} later` })
  expect(keys).toHaveLength(3)
})

test.each(clients)('%s does not repeat another failure', async (name, add) => {
  troubles = [{ reason: 'internal', isExecuted: false }]
  expect(answered(await add(`${name} failed`))).toBe('internal')
  expect(keys).toHaveLength(1)
})
