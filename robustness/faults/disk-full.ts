import { execFileSync } from 'node:child_process'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { check, expectNone } from '../checks.ts'
import { asSuperuser, deploy, emptyDataDir } from '../deployment.ts'
import { type Person, signIn } from '../person.ts'
import { addPlace, type Place } from './setting.ts'
import { askForUpload, complete, send } from './upload.ts'
import { lookForWrites, startWriters } from './writers.ts'

const megabytes = 500

/** DATA_DIR on a small file system that fills up during writes and uploads, and is given space again. */
export async function fillDisk(): Promise<void> {
  const { dataDir, remove } = await emptyDataDir()
  if (!mount(dataDir)) {
    console.log('- disk full: left out, since only root can mount a small file system')
    return remove()
  }
  try {
    await onSmallDisk(dataDir)
  } finally {
    execFileSync('umount', ['--lazy', dataDir])
    await remove()
  }
}

function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'casebook', folder], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

async function onSmallDisk(dataDir: string) {
  const server = await deploy({ dataDir })
  const admin = await signIn(server.origin, 'admin')
  const place = await addPlace(admin, 12)
  const writers = startWriters({ ...place, address: () => ({ origin: server.origin, cookie: admin.cookie }) })
  const ballast = join(dataDir, 'ballast')
  try {
    await writers.awaitMore(50)
    await check('disk full during an upload: it is refused, and nothing of it stays', async () => {
      await fillUp(ballast, 20)
      const refused = await send(await askForUpload(admin, place, subjectOf(place)), Buffer.alloc(100_000_000, 'x'))
      if (refused === 200) throw new Error('it was taken')
      await wait(500)
      expectNone('files left half', await readdir(join(dataDir, 'objects-incoming')))
      await rm(ballast)
      return `answered ${refused ?? 'nothing'}`
    })
    await check('disk full: /ready answers 503 and names the disk, and 200 with room again', async () => {
      await fillUp(ballast, 10)
      const full = await askReady(server.origin)
      if (full.status !== 503 || !full.body.includes('"missing":["disk"]')) throw new Error(JSON.stringify(full))
      await rm(ballast)
      const again = await askReady(server.origin)
      if (again.status !== 200) throw new Error(JSON.stringify(again))
      return full.body
    })
    await check(
      'disk full during writes: the server lives and says so; with room again writes go on by themselves',
      async () => {
        const before = writers.refusals().length
        await fillUp(ballast, 0)
        await wait(4_000)
        const health = await fetch(`${server.origin}/health`)
        if (!health.ok) throw new Error(`/health answered ${health.status}`)
        const refused = writers.refusals().slice(before)
        await rm(ballast)
        const took = await writers.awaitMore(40)
        return `${refused.length} refusals${refused[0] ? `, such as ${refused[0].slice(0, 160)}` : ''}; writes go on after ${(took / 1000).toFixed(1)} s`
      },
    )
    await check('uploads go on too', () => uploadOne(admin, place))
    await check('nothing acknowledged is missing, nothing is there twice, history rows equal writes', async () => {
      const written = await writers.stop()
      return asSuperuser(dataDir, (client) => lookForWrites(client, written))
    })
  } finally {
    await rm(ballast, { force: true })
    await writers.stop()
    await server.stop()
  }
}

async function askReady(origin: string) {
  const answer = await fetch(`${origin}/ready`)
  return { status: answer.status, body: await answer.text() }
}

function subjectOf({ subjectids }: Place): string {
  const [subjectid = ''] = subjectids
  return subjectid
}

async function uploadOne(admin: Person, place: Place): Promise<string> {
  const upload = await askForUpload(admin, place, subjectOf(place))
  const status = await send(upload, Buffer.alloc(1_000_000, 'x'))
  const settled = await complete(admin, upload)
  if (settled !== 'UPLOADED') throw new Error(`answered ${status}, then ${settled}`)
  return settled
}

/** Writes until the file system is full except for this many megabytes. */
async function fillUp(path: string, leave: number) {
  const file = await open(path, 'w')
  const piece = Buffer.alloc(1_000_000)
  let size = 0
  try {
    for (;;) size += (await file.write(piece)).bytesWritten
  } catch {
    // It is full.
  }
  await file.truncate(Math.max(0, size - leave * 1_000_000))
  await file.close()
}
