import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding } from '../content-encoding.ts'

/** What the build of the web app contains. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const packed = ['.br', '.gz']

/**
 * Serves the files of the web app beside its page, precompressed. They are kept in memory as they are now, a few megabytes:
 * the page that this process serves names them, also when a build has put others in their place.
 */
export function registerWebFiles(app: FastifyInstance, folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    // The page has a policy of its own.
    if (!entry.isFile() || packed.includes(extname(path)) || url === '/index.html') continue
    registerFile(app, url, path)
  }
}

function registerFile(app: FastifyInstance, url: string, path: string): void {
  const plain = readFileSync(path)
  const read = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined)
  const bodies = { br: read('.br'), gzip: read('.gz') }
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const isNamedByContent = url.startsWith('/assets/')
  app.get(url, async (request, reply) => {
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const body = encoding && bodies[encoding]
    const etag = `"${hash}${body ? `-${encoding}` : ''}"`
    reply
      .header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      .header('vary', 'accept-encoding')
      .header('etag', etag)
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
    if (known?.includes(etag)) return reply.code(304).send()
    if (body) reply.header('content-encoding', encoding)
    return reply.type(types[extname(path)] ?? 'application/octet-stream').send(body ?? plain)
  })
}
