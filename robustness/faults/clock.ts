import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { check } from '../checks.ts'
import { asSuperuser, deploy, emptyDataDir } from '../deployment.ts'
import { signIn } from '../person.ts'
import { addPlace } from './setting.ts'
import { askForUpload, complete, send } from './upload.ts'
import { lookForWrites, startWriters } from './writers.ts'

/**
 * A day back, the provider's cookies expire before a browser receives them: nobody can sign in then, and nobody is
 * signed out.
 */
const mostBackForSignIn = -3_600_000

const jumps: [name: string, milliseconds: number][] = [
  ['two minutes ahead', 120_000],
  ['two minutes back', -120_000],
  ['25 hours ahead', 90_000_000],
  ['25 hours back', -90_000_000],
  ['right again', 0],
]

/** The server's clock jumps away from the database's, under write load. */
export async function jumpClock(): Promise<void> {
  const { dataDir, remove } = await emptyDataDir()
  const file = join(dataDir, 'clock')
  await writeFile(file, '0')
  const shifted = new URL('shifted-clock.ts', import.meta.url).href
  const server = await deploy({ dataDir, env: { CLOCK_FILE: file, NODE_OPTIONS: `--import ${shifted}` } })
  const admin = await signIn(server.origin, 'admin')
  const place = await addPlace(admin, 8)
  const writers = startWriters({ ...place, address: () => ({ origin: server.origin, cookie: admin.cookie }) })
  try {
    for (const [name, milliseconds] of jumps) {
      await check(`the clock jumps ${name}: people stay signed in, writes and uploads go on`, async () => {
        const before = writers.refusals().length
        // In one step: the server, which reads it all the time, must not find it empty.
        await writeFile(`${file}.new`, String(milliseconds))
        await rename(`${file}.new`, file)
        await wait(200)
        await writers.awaitMore(40)
        if (milliseconds > mostBackForSignIn) await (await signIn(server.origin, 'nurse')).ask('{ me { sub } }')
        const upload = await askForUpload(admin, place, place.subjectids[0] ?? '')
        const status = await send(upload, Buffer.alloc(10_000, 'x'))
        const settled = await complete(admin, upload)
        if (settled !== 'UPLOADED') throw new Error(`an upload was answered ${status}, then ${settled}`)
        const refused = writers.refusals().slice(before)
        if (refused.length > 0) throw new Error(`${refused.length} refusals, such as ${refused[0]}`)
        return undefined
      })
    }
    await check('nothing acknowledged is missing, nothing is there twice, history rows equal writes', async () => {
      const written = await writers.stop()
      return asSuperuser(dataDir, (client) => lookForWrites(client, written))
    })
  } finally {
    await writers.stop()
    await server.stop()
    await remove()
  }
}
