import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { check, expectNone } from '../checks.ts'
import { makeRandom, type Random } from '../random.ts'
import { sendRaw } from './raw.ts'
import type { Setting } from './setting.ts'
import { hostileTexts } from './values.ts'

type Field = [name: string, value: string]
type Upload = { fields: Field[]; boundary: string; file: string }
type Maker = (upload: Upload, random: Random) => { body: string; type?: string; length?: number }

const part = (boundary: string, headers: string, value: string) => `--${boundary}\r\n${headers}\r\n\r\n${value}\r\n`
const fieldPart = (boundary: string, [name, value]: Field) =>
  part(boundary, `Content-Disposition: form-data; name="${name}"`, value)
const filePart = (boundary: string, file: string, filename = 'a.csv') =>
  part(boundary, `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: text/csv`, file)
const whole = ({ fields, boundary, file }: Upload) =>
  `${fields.map((field) => fieldPart(boundary, field)).join('')}${filePart(boundary, file)}--${boundary}--\r\n`

const changed = (upload: Upload, name: RegExp, value: string): Upload => ({
  ...upload,
  fields: upload.fields.map(([field, old]) => [field, name.test(field) ? value : old]),
})

const makers: readonly Maker[] = [
  (upload, random) => ({ body: whole(upload).slice(0, random.below(whole(upload).length)) }),
  (upload, random) => ({
    body: whole(upload).slice(0, random.below(whole(upload).length)),
    length: whole(upload).length,
  }),
  (upload) => ({ body: whole(upload), type: 'multipart/form-data' }),
  (upload) => ({ body: whole(upload), type: 'multipart/form-data; boundary=' }),
  (upload) => ({ body: whole(upload), type: `multipart/form-data; boundary=${'x'.repeat(3_000)}` }),
  (upload) => ({ body: whole(upload), type: 'multipart/mixed; boundary=b' }),
  (upload) => ({ body: whole(upload), type: 'application/octet-stream' }),
  (upload) => ({ body: '', length: whole(upload).length }),
  (upload) => ({ body: `--${upload.boundary}--\r\n` }),
  (upload) => ({
    body:
      filePart(upload.boundary, upload.file) + upload.fields.map((field) => fieldPart(upload.boundary, field)).join(''),
  }),
  (upload) => ({ body: whole({ ...upload, fields: upload.fields.slice(1) }) }),
  (upload, random) => ({ body: whole({ ...upload, fields: upload.fields.filter(() => random.chance(0.7)) }) }),
  (upload) => ({ body: whole({ ...upload, fields: [...upload.fields, ...upload.fields] }) }),
  (upload) => ({ body: whole({ ...upload, fields: [...upload.fields, ['acl', 'public-read']] }) }),
  (upload, random) => ({
    body: whole(
      changed(
        upload,
        /^key$/i,
        random.pick(['', '../../evil', '/etc/passwd', 'a'.repeat(5_000), 'x\u0000y', '.', '%2e%2e', 'CON']),
      ),
    ),
  }),
  (upload, random) => ({
    body: whole(
      changed(
        upload,
        /policy/i,
        random.pick([
          '',
          'e30=',
          '!!!',
          'x'.repeat(50_000),
          Buffer.from('{"expiration":"9999-01-01T00:00:00Z","conditions":[]}').toString('base64'),
        ]),
      ),
    ),
  }),
  (upload, random) => ({
    body: whole(changed(upload, /signature/i, random.pick(['', '0', 'z'.repeat(64), '\u0000']))),
  }),
  (upload, random) => ({
    body: whole({ ...upload, fields: [[random.pick(hostileTexts).replaceAll(/["\r\n]/g, ''), 'x'], ...upload.fields] }),
  }),
  (upload) => ({
    body: whole({
      ...upload,
      fields: [...Array.from({ length: 3_000 }, (_, at): Field => [`f${at}`, 'x']), ...upload.fields],
    }),
  }),
  (upload) => ({ body: whole({ ...upload, fields: [['big', 'x'.repeat(2_000_000)], ...upload.fields] }) }),
  (upload) => ({ body: part(upload.boundary, `X: ${'x'.repeat(100_000)}`, 'x') + whole(upload) }),
  (upload) => ({ body: part(upload.boundary, 'Content-Disposition: form-data', 'x') + whole(upload) }),
  (upload) => ({
    body:
      part(
        upload.boundary,
        'Content-Disposition: form-data; name="a"\r\nContent-Type: multipart/mixed; boundary=z',
        '--z\r\n\r\nx\r\n--z--',
      ) + whole(upload),
  }),
  (upload) => ({ body: part(upload.boundary, 'nonsense', 'x') + whole(upload) }),
  (upload) => ({
    body: `${upload.fields.map((field) => fieldPart(upload.boundary, field)).join('')}${filePart(upload.boundary, '')}--${upload.boundary}--\r\n`,
  }),
  (upload) => ({
    body: `${upload.fields.map((field) => fieldPart(upload.boundary, field)).join('')}${filePart(upload.boundary, 'a')}${filePart(upload.boundary, 'b')}--${upload.boundary}--\r\n`,
  }),
  (upload) => ({ body: whole(upload).replaceAll('\r\n', '\n') }),
  (upload) => ({ body: whole({ ...upload, file: `${upload.file}\r\n--${upload.boundary}\r\n\r\n` }) }),
]

const addReferenceData =
  'mutation ($subjectid: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $subjectid, input: $input) { referencedataid objectUrl fields } }'

/** Broken uploads: refused or cut off, and nothing of them stays on the disk. */
export async function breakMultipart({ server, pool, people }: Setting, count: number, seed: number): Promise<void> {
  await check(`${count} broken uploads: no 5xx, no crash, nothing half left on the disk`, async () => {
    const admin = people.get('admin')
    if (!admin) throw new Error('nobody signed in')
    const random = makeRandom(seed)
    const { url, fields } = await askForUpload()
    const wrong: string[] = []
    const seen = new Map<string, number>()
    let sent = 0
    const sender = async () => {
      while (sent++ < count) {
        const upload: Upload = {
          fields,
          boundary: `b${random.below(1_000_000)}`,
          file: 'time,steps\n0,1\n'.repeat(1 + random.below(200)),
        }
        const {
          body,
          type = `multipart/form-data; boundary=${upload.boundary}`,
          length,
        } = random.pick(makers)(upload, random)
        const bytes = Buffer.from(body)
        const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: ${type}\r\nContent-Length: ${length ?? bytes.length}\r\n\r\n`
        const answer = await sendRaw(url.origin, Buffer.concat([Buffer.from(head), bytes]), {
          hangUp: random.chance(0.3),
          timeoutMs: 400,
        })
        const kind = String(answer.status)
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
        if (answer.status !== undefined && answer.status >= 500)
          wrong.push(`${kind} to ${type} ${body.slice(0, 700)}: ${answer.text.slice(0, 500)}`)
        if (!server.isRunning()) throw new Error(`the server is gone after ${type} ${body.slice(0, 3_000)}`)
      }
    }
    await Promise.all(Array.from({ length: 4 }, sender))
    expectNone('wrong answers', wrong)
    await expectNothingHalf(server.dataDir)
    return [...seen]
      .sort()
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')

    async function askForUpload() {
      const site = pool.sites[0] ?? ''
      const id = (name: string) => pool.pick(random, site, name)
      for (let attempt = 0; attempt < 50; attempt++) {
        const input = { activitytypeid: id('activitytypeid'), filename: 'a.csv', siteid: site, studyid: id('studyid') }
        const body = JSON.stringify({ query: addReferenceData, variables: { subjectid: id('subjectid'), input } })
        const { data } = JSON.parse((await admin?.send(body))?.text ?? '{}')
        const asked = data?.addReferenceData
        if (asked) return { url: new URL(asked.objectUrl), fields: readFields(asked.fields) }
      }
      throw new Error('no subject takes reference data any more')
    }
  })
}

function readFields(text: string): Field[] {
  return text
    .slice(1, -1)
    .split(',')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
}

/** An aborted upload is removed as soon as its connection is known to be closed. */
async function expectNothingHalf(dataDir: string) {
  const folder = join(dataDir, 'objects-incoming')
  for (let attempt = 0; attempt < 20; attempt++) {
    const left = await readdir(folder).catch(() => [])
    if (left.length === 0) return
    await wait(250)
  }
  expectNone('files left half', await readdir(folder))
}
