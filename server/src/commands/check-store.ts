import { randomBytes, randomUUID } from 'node:crypto'
import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import type { Config } from '../config/config.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { type Command, CommandError, refuseArguments } from './command/command.ts'
import { openCommandStore } from './command/command-database.ts'
import { measure } from './verify/verify.ts'

const setUpOption = '--set-up'

export const checkStore: Command = {
  usage: `[${setUpOption}]`,
  summary: `tries the file store as the server and the browser use it; with ${setUpOption} makes the bucket if need be and lets browsers send files to it`,
  async run(args, context) {
    refuseArguments(
      args.filter((arg) => arg !== setUpOption),
      `check-store [${setUpOption}]`,
    )
    const { config, say } = context
    const store = await openCommandStore(context)
    if (args.includes(setUpOption)) {
      if (!config.s3 || !config.publicUrl) throw new CommandError(`${setUpOption} needs S3_ENDPOINT and PUBLIC_URL.`)
      const { setUpBucket } = await import('../object-store/s3/s3-set-up.ts')
      await setUpBucket(config.s3, config.publicUrl)
      say(`Browsers at ${config.publicUrl} may send files to ${config.s3.bucket} from now on.`)
    }

    let failed = 0
    for (const [claim, trial] of storeChecks(store, config)) {
      const why = await trial().then(
        () => undefined,
        (error: unknown) => reasonOf(error),
      )
      if (why) failed += 1
      say(why ? `✗ ${claim}: ${why}` : `✓ ${claim}`)
    }
    return failed === 0
  },
}

type StoreCheck = [claim: string, trial: () => Promise<unknown>]

/** The operations that a store must support, tried as the server and, for S3, as the browser uses them. */
export function storeChecks(
  store: ObjectStore,
  { s3, publicUrl, port }: Pick<Config, 's3' | 'publicUrl' | 'port'>,
): StoreCheck[] {
  const name = `check-store/${randomUUID()}`
  return [
    ['it answers', () => store.ready()],
    ['a file is written and read again', () => writeAndRead(store, name)],
    ['a file that is not there is known not to be', () => expectMissing(store, `check-store/${randomUUID()}`)],
    ['it can be listed', () => expectListed(store, name)],
    ...(s3 ? browserTrials(store, publicUrl ?? `http://localhost:${port}`) : []),
    ['a file is removed', async () => store.remove(name).then(() => expectMissing(store, name))],
  ]
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

function browserTrials(store: ObjectStore, origin: string): StoreCheck[] {
  const name = `check-store/${randomUUID()}`
  return [
    [
      'a form made for the browser is taken, with status 200',
      async () => expectUpload(store, name, origin, 'held', 200),
    ],
    [`a page at ${origin} may read the answer (CORS)`, async () => expectCors(store, origin)],
    [`a page at ${origin} may read a part of a file (CORS)`, async () => expectPart(store, name, origin)],
    ['an empty file is refused', async () => expectUpload(store, `${name}-empty`, origin, '', 400)],
    ['a link made for the browser answers the file as an attachment', async () => expectDownload(store, name, origin)],
    // A store that wrongly accepts empty files has that one, too.
    ['what was sent is removed', () => Promise.all([store.remove(name), store.remove(`${name}-empty`)])],
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
    throw new Error(`the store does not allow it; run check-store ${setUpOption}, or have the store's keeper set it`)
  }
}

async function expectDownload(store: ObjectStore, name: string, origin: string) {
  const answer = await fetch(await store.presignDownload(name, 'check.txt', origin))
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
  const disposition = answer.headers.get('content-disposition') ?? ''
  if (!disposition.startsWith('attachment')) throw new Error(`its content-disposition is "${disposition}"`)
}
