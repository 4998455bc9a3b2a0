import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBed } from '../../../test/beds/stores/embedded-store.ts'
import { attachmentNamed, downloadSeconds } from '../object-store.ts'
import { parseRange } from './download-route.ts'

const content = '0123456789abcdef'
const name = 'study-1/file-1'
let bed: Awaited<ReturnType<typeof startBed>>

beforeAll(async () => {
  bed = await startBed()
  await bed.store.write(name, soon(content), content.length)
})
afterAll(() => bed.close())

async function* soon(text: string) {
  yield Buffer.from(text)
}

const link = (filename = 'sensor.csv') => bed.store.presignDownload(name, filename, bed.origin)

test('a link serves the object as an attachment that no browser renders or caches', async () => {
  const response = await fetch(await link('gåtest.csv'))
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(content)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="gatest.csv"; filename*=UTF-8''g%C3%A5test.csv`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  })
})

test('HEAD returns the same headers without the bytes', async () => {
  const response = await fetch(await link(), { method: 'HEAD' })
  expect(response.headers.get('content-length')).toBe(String(content.length))
  expect(await response.text()).toBe('')
})

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/16'],
  ['bytes=10-', 206, 'abcdef', 'bytes 10-15/16'],
  ['bytes=-4', 206, 'cdef', 'bytes 12-15/16'],
  ['bytes=8-999', 206, '89abcdef', 'bytes 8-15/16'],
  ['bytes=15-15', 206, 'f', 'bytes 15-15/16'],
  ['bytes=0-1,4-5', 200, content, null],
  ['bytes=5-2', 200, content, null],
  ['lines=1-2', 200, content, null],
])('Range %s answers %i', async (range, status, text, contentRange) => {
  const response = await fetch(await link(), { headers: { range } })
  expect(response.status).toBe(status)
  expect(response.headers.get('content-range')).toBe(contentRange)
  expect(await response.text()).toBe(text)
})

test.each(['bytes=16-', 'bytes=99-100', 'bytes=-0'])('Range %s lies outside and answers 416', async (range) => {
  const response = await fetch(await link(), { headers: { range } })
  expect(response.status).toBe(416)
  expect(response.headers.get('content-range')).toBe('bytes */16')
})

test('a conditional range is served only for the same object', async () => {
  const etag = (await fetch(await link(), { method: 'HEAD' })).headers.get('etag') ?? ''
  const same = await fetch(await link(), { headers: { range: 'bytes=0-1', 'if-range': etag } })
  expect([same.status, await same.text()]).toEqual([206, '01'])
  const other = await fetch(await link(), { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })
  expect([other.status, await other.text()]).toEqual([200, content])
})

test('a range of a file of any size is parsed without rounding', () => {
  expect(parseRange('bytes=0-0', 1)).toEqual({ start: 0, end: 0 })
  expect(parseRange('bytes=-99999999999999999999', 16)).toEqual({ start: 0, end: 15 })
  expect(parseRange('bytes=99999999999999999999-', 16)).toBe('unsatisfiable')
  expect(parseRange('bytes=-', 16)).toBeUndefined()
})

test.each([
  ['another signature', (url: string) => url.replace(/Signature=..../, 'Signature=0000')],
  ['another object', (url: string) => url.replace('file-1', 'file-2')],
  ['another file name', (url: string) => url.replace('sensor', 'other')],
  ['rendering instead of attaching', (url: string) => url.replace('attachment', 'inline')],
  ['a longer life', (url: string) => url.replace(`Expires=${downloadSeconds}`, 'Expires=99999')],
  ['something added', (url: string) => `${url}&response-content-type=text/html`],
  ['nothing signed', (url: string) => url.replace(/\?.*/, '')],
  ['a way out', (url: string) => url.replace(name, '..%2f..%2fsecret-key')],
])('a link with %s is refused', async (_what, change) => {
  const response = await fetch(change(await link()))
  expect(response.status).toBe(403)
  expect(response.headers.get('content-disposition')).toBeNull()
  expect(await response.text()).toContain('<Code>AccessDenied</Code>')
})

test('an expired link is refused', async () => {
  const url = await link()
  bed.clock.nowMs += downloadSeconds * 1000
  expect((await fetch(url)).status).toBe(403)
  expect((await fetch(await link())).status).toBe(200)
})

test('a missing object is 404', async () => {
  const response = await fetch(await bed.store.presignDownload('study-1/none', 'x', bed.origin))
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('NoSuchKey')])
})

test.each([
  ['plain.csv', 'plain.csv', 'plain.csv'],
  ['Ærlig økt på åsen.csv', 'AErlig okt pa asen.csv', '%C3%86rlig%20%C3%B8kt%20p%C3%A5%20%C3%A5sen.csv'],
  ['a"b.csv', 'a_b.csv', 'a%22b.csv'],
  ['a\r\nSet-Cookie: x=y', 'a__Set-Cookie: x=y', 'a%0D%0ASet-Cookie%3A%20x%3Dy'],
  ['../../etc/passwd', '.._.._etc_passwd', '..%2F..%2Fetc%2Fpasswd'],
  ['C:\\x%41;y', 'C:_x_41_y', 'C%3A%5Cx%2541%3By'],
  ["it's (1)*.csv", "it's (1)*.csv", 'it%27s%20%281%29%2A.csv'],
  ['日本.csv', '__.csv', '%E6%97%A5%E6%9C%AC.csv'],
  ['lone\ud800.csv', 'lone_.csv', 'lone%EF%BF%BD.csv'],
])('the file name %j is safe in a header', (filename, plain, exact) => {
  const header = attachmentNamed(filename)
  expect(header).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${exact}`)
  expect(header).toMatch(/^[\x20-\x7e]+$/)
})
