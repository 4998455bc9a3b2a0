import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { check, expectNone } from '../checks.ts'
import { deploy, emptyDataDir } from '../deployment.ts'
import { signIn } from '../person.ts'
import { makeRandom } from '../random.ts'
import { addPlace } from './setting.ts'
import { askForUpload, complete, formOf, send, type Upload } from './upload.ts'

const file = Buffer.alloc(300_000, 'time,steps\n')

/** This many uploads to the embedded store that end at a random byte. */
export async function cutUploads(count: number, seed: number): Promise<void> {
  const { dataDir, remove } = await emptyDataDir()
  const server = await deploy({ dataDir })
  const random = makeRandom(seed)
  try {
    const admin = await signIn(server.origin, 'admin')
    const place = await addPlace(admin, 2)
    const subjectid = place.subjectids[0] ?? ''
    const left = () => readdir(join(dataDir, 'objects-incoming')).catch(() => [])
    await check(
      `${count} uploads cut at a random byte: none counts as uploaded, none leaves anything, each works when sent again`,
      async () => {
        for (let n = 0; n < count; n++) {
          const upload = await askForUpload(admin, place, subjectid)
          const { body } = formOf(upload, file)
          const status = await send(upload, file, random.below(body.length - 1))
          if (status === 200) throw new Error('a part was taken for the whole')
          const early = await admin
            .ask(`query ($s: ID!) { listReferenceData(subjectid: $s) { referencedataid status } }`, { s: subjectid })
            .then((data) => JSON.stringify(data))
          if (early.includes(`"${upload.referencedataid}","status":"UPLOADED"`))
            throw new Error('a part counts as uploaded')
          if ((await send(upload, file)) !== 200 || (await complete(admin, upload)) !== 'UPLOADED') {
            throw new Error('it could not be sent again')
          }
        }
        for (let attempt = 0; attempt < 20 && (await left()).length > 0; attempt++) await wait(250)
        expectNone('files left half', await left())
        return undefined
      },
    )
  } finally {
    await server.stop()
    await remove()
  }
}

type Behaviour = 'well' | 'slow' | 'cut' | 'failing'

/** An S3 store with one object of a configured size, whose behaviour the test controls. */
async function startStore() {
  let behaviour: Behaviour = 'well'
  const server = createServer((incoming, answer) => {
    const respond = () => {
      const isObject = (incoming.url ?? '').split('?')[0]?.split('/').filter(Boolean).length !== 1
      const headers = isObject ? { 'content-length': String(file.length), etag: '"x"' } : {}
      answer.writeHead(200, headers).end()
    }
    incoming.resume()
    if (behaviour === 'cut') incoming.socket.destroy()
    else if (behaviour === 'failing') answer.writeHead(503).end()
    else if (behaviour === 'slow') setTimeout(respond, 3_000)
    else respond()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    behave(next: Behaviour) {
      behaviour = next
    },
    stop: () => server.close(),
  }
}

/** An S3 store that is slow, aborts and fails while uploads are settled. */
export async function breakStore(): Promise<void> {
  const store = await startStore()
  const { dataDir, remove } = await emptyDataDir()
  const env = {
    S3_ENDPOINT: store.origin,
    S3_BUCKET: 'casebook',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const server = await deploy({ dataDir, env })
  try {
    const admin = await signIn(server.origin, 'admin')
    const place = await addPlace(admin, 2)
    const upload: Upload = await askForUpload(admin, place, place.subjectids[0] ?? '')
    for (const behaviour of ['cut', 'failing'] as const) {
      await check(
        `a store that is ${behaviour}: nothing is said to be uploaded, and the rest of the server answers`,
        async () => {
          store.behave(behaviour)
          const answered = await complete(admin, upload).catch((error: unknown) => String(error))
          if (answered === 'UPLOADED' || answered === 'FAILED') throw new Error(`settled as ${answered}`)
          await admin.ask('{ listSites { siteid } }')
          if (!answered?.includes('"store.unavailable"')) throw new Error(answered)
          return answered?.slice(0, 160)
        },
      )
    }
    await check('a slow store holds nobody else up', async () => {
      store.behave('slow')
      const began = Date.now()
      const slow = complete(admin, upload)
      for (let n = 0; n < 20; n++) await admin.ask('{ listSites { siteid } }')
      const others = Date.now() - began
      if (others > 2_500) throw new Error(`20 other calls took ${others} ms`)
      return `${await slow} after ${Date.now() - began} ms, 20 others in ${others} ms`
    })
    await check('a store that is well again: the upload is settled', async () => {
      store.behave('well')
      const settled = await complete(admin, upload)
      if (settled !== 'UPLOADED') throw new Error(`settled as ${settled}`)
      return settled
    })
  } finally {
    await server.stop()
    store.stop()
    await remove()
  }
}
