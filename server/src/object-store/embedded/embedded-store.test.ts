import { createHash, randomBytes } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  body,
  type Part,
  partsOf,
  post,
  postAndCut,
  startBed,
  zeros,
} from '../../../test/beds/stores/embedded-store.ts'
import { minUploadBytes, type UploadForm, uploadSeconds } from '../object-store.ts'

let bed: Awaited<ReturnType<typeof startBed>>
let count = 0

beforeAll(async () => {
  bed = await startBed()
})
afterAll(() => bed.close())

const newName = () => `study-1/file-${++count}`
const presign = (name: string, check?: { sha256?: string }) =>
  bed.store.presignUpload(name, bed.origin, { most: maxUploadBytes, ...check })
const upload = (form: UploadForm, file: Part['value']) => post(form.url, body(partsOf(form, file)))

async function storedBytes(name: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync<Buffer>(await bed.store.read(name)))
}

async function expectNothingStored(name: string) {
  expect(await bed.store.head(name)).toBeUndefined()
  expect(await bed.incoming()).toEqual([])
}

describe('a presigned form', () => {
  test('stores exactly the bytes that were sent and answers 200', async () => {
    const name = newName()
    const bytes = randomBytes(3_000_000)
    const answer = await upload(await presign(name), bytes)
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(await bed.store.head(name)).toMatchObject({ size: bytes.length })
    expect((await storedBytes(name)).equals(bytes)).toBe(true)
    expect(await bed.incoming()).toEqual([])
  })

  test('is sent as {name=value,…}: no field contains a comma or brace', async () => {
    const { fields } = await presign(newName(), { sha256: 'ab'.repeat(32) })
    expect(Object.entries(fields).flat().join('')).not.toMatch(/[,{}]/)
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(['key', 'policy', 'x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature']),
    )
  })

  test('is accepted as sent by a browser', async () => {
    const name = newName()
    const form = await presign(name)
    const data = new FormData()
    for (const [field, value] of Object.entries(form.fields)) data.append(field, value)
    data.append('file', new Blob(['t,x,y,z\n']), 'gåtest "arm".csv')
    expect((await fetch(form.url, { method: 'POST', body: data })).status).toBe(200)
    expect((await storedBytes(name)).toString()).toBe('t,x,y,z\n')
  })

  test('keeps bytes that look like a boundary, however they are divided into chunks', async () => {
    const tricky = Buffer.from(`\r\n--x-boundary-\r\n\r\n--x-boundary\r\r\n--x-bound\r\n-\r\n--`)
    const name = newName()
    const form = await presign(name)
    const whole = Buffer.concat([...body(partsOf(form, tricky))])
    const single = Array.from(whole, (_, at) => whole.subarray(at, at + 1))
    expect((await post(form.url, single)).status).toBe(200)
    expect((await storedBytes(name)).equals(tricky)).toBe(true)
  })

  test.each([
    ['an empty file', minUploadBytes - 1, 400, 'EntityTooSmall'],
    ['one byte', minUploadBytes, 200, ''],
    ['exactly the most', maxUploadBytes, 200, ''],
    ['one byte more than the most', maxUploadBytes + 1, 400, 'EntityTooLarge'],
  ])('judges the size: %s', { timeout: 60_000 }, async (_what, size, status, code) => {
    const name = newName()
    expect(await upload(await presign(name), zeros(size))).toMatchObject({ status, code })
    if (status === 200) expect(await bed.store.head(name)).toMatchObject({ size })
    else await expectNothingStored(name)
    await bed.store.remove(name)
  })

  test('of a file whose declared length is far too large is refused before anything is written', {
    timeout: 60_000,
  }, async () => {
    const name = newName()
    const form = await presign(name)
    const length = [...body(partsOf(form, ''))].reduce((sum, chunk) => sum + chunk.length, 0) + 2 * maxUploadBytes
    const answer = await post(form.url, body(partsOf(form, zeros(2 * maxUploadBytes))), { 'content-length': length })
    expect(answer).toMatchObject({ status: 400, code: 'EntityTooLarge' })
    expect(answer.text).toContain(`<MaxSizeAllowed>${maxUploadBytes}</MaxSizeAllowed>`)
    await expectNothingStored(name)
  })

  test('is no longer read once it was refused', async () => {
    const form = await presign(newName())
    const { hostname, port, pathname } = new URL(form.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket
      .on('error', () => undefined)
      .setEncoding('utf8')
      .on('data', (part) => {
        answer += part
      })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000000000\r\n\r\n`,
    )
    const piece = Buffer.alloc(100_000)
    let taken = 0
    const feed = () => {
      while (!socket.destroyed && socket.write(piece, () => (taken += piece.length)));
    }
    socket.on('drain', feed)
    feed()
    await closed
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    // What the kernels of both sides hold, and a little more.
    expect(taken).toBeLessThan(50_000_000)
  })

  test('is refused after a quarter of an hour', async () => {
    const name = newName()
    const form = await presign(name)
    expect(form.expiresAt.getTime()).toBe(bed.clock.nowMs + uploadSeconds * 1000)
    bed.clock.nowMs += uploadSeconds * 1000
    expect(await upload(form, 'x')).toMatchObject({ status: 403, code: 'AccessDenied' })
    await expectNothingStored(name)
  })
})

describe('an upload', () => {
  test('that is interrupted leaves no object and no file', async () => {
    const name = newName()
    const whole = Buffer.concat([...body(partsOf(await presign(name), zeros(20_000_000)))])
    await postAndCut(bed.port, whole.subarray(0, 10_000_000), whole.length)
    await expect.poll(bed.incoming).toEqual([])
    await expectNothingStored(name)
  })

  test('never replaces an existing object', async () => {
    const name = newName()
    const form = await presign(name)
    expect((await upload(form, 'first')).status).toBe(200)
    expect(await upload(form, 'second')).toMatchObject({ status: 409, code: 'ObjectAlreadyExists' })
    expect((await storedBytes(name)).toString()).toBe('first')
    expect(await bed.incoming()).toEqual([])
  })

  test('of one form sent many times at once stores one of them completely', async () => {
    const name = newName()
    const form = await presign(name)
    const answers = await Promise.all(Array.from('abcdef', (letter) => upload(form, letter.repeat(2_000_000))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(new Set((await storedBytes(name)).toString())).toHaveLength(1)
    expect(await bed.incoming()).toEqual([])
  })

  test('continues beside others', async () => {
    const files = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const name = newName()
        const bytes = randomBytes(1_500_000)
        return { name, bytes, answer: await upload(await presign(name), bytes) }
      }),
    )
    for (const { name, bytes, answer } of files) {
      expect(answer.status).toBe(200)
      expect((await storedBytes(name)).equals(bytes)).toBe(true)
    }
  })

  test('with a SHA-256 accepts those bytes and refuses others', async () => {
    const sha256 = createHash('sha256').update('right').digest('hex')
    const name = newName()
    const form = await presign(name, { sha256 })
    expect(await upload(form, 'wrong')).toMatchObject({ status: 400, code: 'BadDigest' })
    await expectNothingStored(name)
    expect((await upload(form, 'right')).status).toBe(200)
    expect(await bed.store.sha256Of(name)).toBe(sha256)
  })

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['none', 403],
    ['same-origin', 200],
  ])('that a browser calls %s answers %i', async (site, status) => {
    const form = await presign(newName())
    const answer = await post(form.url, body(partsOf(form, 'x')), { 'sec-fetch-site': site })
    expect(answer.status).toBe(status)
  })
})

test('the uploads of a killed process are removed at the next start, and those of a running process are not', async () => {
  const own = await startBed()
  const folder = join(own.dataDir, 'objects-incoming')
  const { hostname } = await import('node:os')
  const host = hostname().replace(/[^A-Za-z0-9-]/g, '-')
  const deadPid = 2 ** 22 + 1
  const names = { dead: `${host}.${deadPid}.a`, alive: `${host}.1.b`, elsewhere: 'otherhost.7.c', old: 'otherhost.7.d' }
  for (const name of Object.values(names)) await writeFile(join(folder, name), 'half')
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(join(folder, names.old), longAgo, longAgo)
  await own.store.open()
  expect((await own.incoming()).sort()).toEqual([names.alive, names.elsewhere].sort())
  await own.close()
})

test('objects can be listed, written, read and removed', async () => {
  const own = await startBed()
  await own.store.write('study-1/a', zerosSoon(5), 5)
  await own.store.write('study-2/b', zerosSoon(7), 7)
  await expect(own.store.write('study-2/c', zerosSoon(7), 8)).rejects.toThrow('7 bytes instead of 8')
  const listed = await Array.fromAsync(own.store.list())
  expect(listed.sort((a, b) => a.size - b.size)).toEqual([
    { objectName: 'study-1/a', size: 5 },
    { objectName: 'study-2/b', size: 7 },
  ])
  await own.store.remove('study-1/a')
  await own.store.remove('study-1/a')
  expect(await own.store.head('study-1/a')).toBeUndefined()
  await own.store.ready()
  await own.close()
})

async function* zerosSoon(size: number) {
  yield* zeros(size)
}
