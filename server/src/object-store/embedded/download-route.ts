import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkQuery } from './presigned.ts'
import { StoreRefusal } from './store-refusal.ts'

export type DownloadRules = {
  readonly folder: {
    find: (objectName: string) => Promise<{ size: number } | undefined>
    read: (objectName: string, range?: Range) => Readable | Promise<Readable>
  }
  readonly key: Buffer
  readonly now: () => number
}

/**
 * A presigned GET or HEAD: serves the object as an attachment that no browser renders on our origin, or, if the link
 * says so, as a document that runs nothing. A single byte range is supported. A request for several ranges gets the whole object, as HTTP allows.
 */
export async function answerDownload(
  rules: DownloadRules,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pathname, searchParams } = new URL(request.raw.url ?? '', 'http://localhost')
  const objectName = pathname.slice('/objects/'.length)
  const { disposition, shownAs } = checkQuery(rules.key, objectName, searchParams, rules.now())
  const found = await rules.folder.find(objectName)
  if (!found) throw new StoreRefusal(404, 'NoSuchKey', 'There is no such object.')
  // An object never changes, so its name and size identify its bytes.
  const etag = `"${objectName.replace('/', '.')}.${found.size}"`
  reply.headers({
    'content-type': shownAs ?? 'application/octet-stream',
    'content-disposition': disposition,
    'x-content-type-options': 'nosniff',
    // What is shown runs nothing, wherever it is opened, and is framed by our pages only. The style is that of the browser's
    // own page around an image.
    'content-security-policy': `default-src 'none'; sandbox${shownAs ? "; style-src 'unsafe-inline'; frame-ancestors 'self'" : ''}`,
    ...(shownAs && { 'x-frame-options': 'SAMEORIGIN' }),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag,
  })
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, found.size) : undefined
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${found.size}`)
    throw new StoreRefusal(416, 'InvalidRange', 'The requested range lies outside of the object.')
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : found.size)
  return request.method === 'HEAD' ? reply.send() : reply.send(await rules.folder.read(objectName, range))
}

type Range = { start: number; end: number }

/** Both ends inclusive. Undefined if the header requests no single range of bytes. */
export function parseRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const found = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return undefined
  const [, first = '', last = ''] = found
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start < size && start <= end ? { start, end } : 'unsatisfiable'
}
