import { randomBytes, randomUUID } from 'node:crypto'
import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import type { Config } from '../../config/config.ts'
import { commandLine } from '../../mistakes/command-line.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { measure } from '../verify/verify.ts'

export type StoreTrial = [claim: string, trial: () => Promise<unknown>]

/**
 * The operations that a store must support, tried as the server and, for S3, as the browser uses them, in this order.
 * `clear` removes what they left, whether or not they succeeded.
 */
export function storeTrials(store: ObjectStore, { s3, publicUrl, port }: Pick<Config, 's3' | 'publicUrl' | 'port'>) {
  const name = `check-store/${randomUUID()}`
  const sent = `check-store/${randomUUID()}`
  // A store that wrongly accepts empty files keeps that one, too.
  const names = [name, ...(s3 ? [sent, emptyOf(sent)] : [])]
  const trials: StoreTrial[] = [
    ['it answers', () => store.ready()],
    ['a file is written and read again', () => writeAndRead(store, name)],
    ['a file that is not there is known not to be', () => expectMissing(store, `check-store/${randomUUID()}`)],
    ['it can be listed', () => expectListed(store, name)],
    ...(s3 ? browserTrials(store, sent, publicUrl ?? `http://localhost:${port}`) : []),
    ['files are removed', () => Promise.all(names.map((each) => removed(store, each)))],
  ]
  const clear = () => Promise.allSettled(names.map((each) => store.remove(each)))
  return { trials, clear }
}

const emptyOf = (name: string) => `${name}-empty`

async function removed(store: ObjectStore, name: string) {
  await store.remove(name)
  await expectMissing(store, name)
}

/** The store's own message, if the problem shown to people has one as its cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
}

async function writeAndRead(store: ObjectStore, name: string) {
  const bytes = randomBytes(100_000)
  await store.write(name, chunksOf(bytes), bytes.length)
  const { bytes: size } = await measure(await store.read(name))
  if (size !== bytes.length) throw new Error(`${size} bytes came back of ${bytes.length}`)
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}

async function expectMissing(store: ObjectStore, name: string) {
  if (await store.head(name)) throw new Error('it is said to be there')
}

async function expectListed(store: ObjectStore, name: string) {
  for await (const { objectName } of store.list()) if (objectName === name) return
  throw new Error('the file just written is not in the list')
}

function browserTrials(store: ObjectStore, name: string, origin: string): StoreTrial[] {
  return [
    [
      'a form made for the browser is taken, with status 200',
      async () => expectUpload(store, name, origin, 'held', 200),
    ],
    [`a page at ${origin} may read the answer (CORS)`, async () => expectCors(store, origin)],
    [`a page at ${origin} may read a part of a file (CORS)`, async () => expectPart(store, name, origin)],
    ['an empty file is refused', async () => expectUpload(store, emptyOf(name), origin, '', 400)],
    ['a link made for the browser answers the file as an attachment', async () => expectDownload(store, name, origin)],
  ]
}

async function expectUpload(store: ObjectStore, name: string, origin: string, content: string, status: number) {
  const form = new FormData()
  const { url, fields } = await store.presignUpload(name, origin, { most: maxUploadBytes })
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([content]), 'check.txt')
  const answer = await fetch(url, { method: 'POST', body: form, headers: { origin } })
  if (answer.status !== status)
    throw new Error(`it answered ${answer.status} instead of ${status}: ${await answer.text()}`)
}

async function expectCors(store: ObjectStore, origin: string) {
  const { url } = await store.presignUpload(`check-store/${randomUUID()}`, origin, { most: maxUploadBytes })
  expectAllowed(await askFirst(url, { origin, 'access-control-request-method': 'POST' }), origin)
}

/** As a page reads a recording; a browser may ask first whether it may send `Range`. */
async function expectPart(store: ObjectStore, name: string, origin: string) {
  const url = await store.presignDownload(name, 'check.txt', origin)
  const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' }
  expectAllowed(await askFirst(url, asked), origin)
  const answer = await fetch(url, { headers: { origin, range: 'bytes=1-2' } })
  expectAllowed(answer, origin)
  const text = await answer.text()
  if (answer.status !== 206 || text !== 'el')
    throw new Error(`it answered ${answer.status} with ${text.length} bytes instead of 206 with the 2 asked for`)
}

const askFirst = (url: string, headers: Record<string, string>) => fetch(url, { method: 'OPTIONS', headers })

function expectAllowed({ headers }: Response, origin: string) {
  const allowed = headers.get('access-control-allow-origin')
  if (allowed !== origin && allowed !== '*') {
    throw new Error(
      `the store does not allow it; run "${commandLine('check-store --set-up')}", or have the store's keeper set it`,
    )
  }
}

async function expectDownload(store: ObjectStore, name: string, origin: string) {
  const answer = await fetch(await store.presignDownload(name, 'check.txt', origin))
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
  const disposition = answer.headers.get('content-disposition') ?? ''
  if (!disposition.startsWith('attachment')) throw new Error(`its content-disposition is "${disposition}"`)
}
