import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { body, type Part, partsOf, post, startBed } from '../../../test/beds/stores/embedded-store.ts'
import type { UploadForm } from '../object-store.ts'

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

async function expectNothingStored(name: string) {
  expect(await bed.store.head(name)).toBeUndefined()
  expect(await bed.incoming()).toEqual([])
}

describe('a changed form is refused and stores nothing:', () => {
  const widened = (policy: string) =>
    Buffer.from(Buffer.from(policy, 'base64').toString().replace(String(maxUploadBytes), '999999999999')).toString(
      'base64',
    )
  const changes: [string, (fields: Record<string, string>) => void, number][] = [
    ['another key', (fields) => Object.assign(fields, { key: 'study-1/other' }), 403],
    ['a wider policy', (fields) => Object.assign(fields, { policy: widened(String(fields.policy)) }), 403],
    ['no policy', (fields) => delete fields.policy, 403],
    ['another signature', (fields) => Object.assign(fields, { 'x-amz-signature': '0'.repeat(64) }), 403],
    ['a cut signature', (fields) => Object.assign(fields, { 'x-amz-signature': 'ab' }), 403],
    ['no signature', (fields) => delete fields['x-amz-signature'], 403],
    [
      'the credential of another day',
      (fields) => Object.assign(fields, { 'x-amz-credential': 'casebook/20200101/local/s3/aws4_request' }),
      403,
    ],
    [
      'the credential of somebody else',
      (fields) => Object.assign(fields, { 'x-amz-credential': 'x/20261120/local/s3/aws4_request' }),
      403,
    ],
    ['another date', (fields) => Object.assign(fields, { 'x-amz-date': '20990101T000000Z' }), 403],
    ['another success status', (fields) => Object.assign(fields, { success_action_status: '201' }), 403],
    ['a field that the policy does not name', (fields) => Object.assign(fields, { acl: 'public-read' }), 403],
    ['a field left out', (fields) => delete fields.success_action_status, 403],
    ['fields without end', (fields) => Object.assign(fields, { note: 'x'.repeat(30_000) }), 400],
  ]
  test.each(changes)('%s', async (_what, change, status) => {
    const name = newName()
    const form = await presign(name)
    const fields = { ...form.fields }
    change(fields)
    expect((await upload({ ...form, fields }, 'x')).status).toBe(status)
    await expectNothingStored(name)
    expect(await bed.store.head('study-1/other')).toBeUndefined()
  })

  test('a form of another installation', async () => {
    const elsewhere = await startBed()
    const name = newName()
    const form = await elsewhere.store.presignUpload(name, bed.origin, { most: maxUploadBytes })
    expect((await upload(form, 'x')).status).toBe(403)
    await expectNothingStored(name)
    await elsewhere.close()
  })

  test.each(['../../escaped', 'a/../b', 'a', '/etc/passwd', 'a/b/c', 'a/.', '..', 'a/b\0', '', '-/x', 'å/b'])(
    'the name %j, even where we signed it ourselves',
    async (name) => {
      const answer = await upload(await presign(name), 'x')
      expect(answer.status).toBe(403)
      expect(await bed.incoming()).toEqual([])
    },
  )
})

describe('a malformed body is refused and stores nothing:', () => {
  const shapes: [string, (parts: Part[]) => Part[]][] = [
    ['no file', (parts) => parts.slice(0, -1)],
    ['a field after the file', (parts) => [...parts, { name: 'note', value: 'late' }]],
    ['the file first', (parts) => [...parts.slice(-1), ...parts.slice(0, -1)]],
    ['two files', (parts) => [...parts, { name: 'file', value: 'second', filename: 'b.csv' }]],
    ['a field twice', (parts) => [{ name: 'KEY', value: 'study-1/other' }, ...parts]],
    ['a part without a name', (parts) => [{ name: '"; x="', value: '' }, ...parts]],
    ['nothing at all', () => []],
  ]
  test.each(shapes)('%s', async (_what, shape) => {
    const name = newName()
    const form = await presign(name)
    const answer = await post(form.url, body(shape(partsOf(form, 'x'))))
    expect([400, 403]).toContain(answer.status)
    expect(answer.headers['content-type']).toBe('application/xml')
    await expectNothingStored(name)
  })

  test('it is not a multipart form', async () => {
    const answer = await post(`${bed.origin}/objects`, [Buffer.from('{}')], { 'content-type': 'application/json' })
    expect(answer).toMatchObject({ status: 400, code: 'RequestIsNotMultiPartContent' })
  })

  test('it ends before its last boundary', async () => {
    const name = newName()
    const form = await presign(name)
    const whole = Buffer.concat([...body(partsOf(form, 'x'.repeat(1000)))])
    const answer = await post(form.url, [whole.subarray(0, whole.length - 200)])
    expect(answer).toMatchObject({ status: 400, code: 'MalformedPOSTRequest' })
    await expectNothingStored(name)
  })
})
