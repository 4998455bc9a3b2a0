import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

type Options = {
  /** The folder with the built web app. */
  folder: string
  /** Other origins that the browser sends files to: an S3 store. */
  uploadOrigins: readonly string[]
  /** The zone in which the browser reads and shows times. */
  studyTimezone: string
}

const nonceMark = '__CSP_NONCE__'
const zoneMark = '__STUDY_TIMEZONE__'

/** Paths that are never the web app's: an unknown one there is 404, not the app. */
const ownPaths = /^\/(graphql|auth|idp|objects|dev|assets|health|ready|metrics)(\/|$|\?)/

/** Serves the built app: files under /assets for ever, and for every other path the page, with a nonce of its own each time. */
export function registerWebApp(app: FastifyInstance, { folder, uploadOrigins, studyTimezone }: Options): void {
  const index = join(folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8').replaceAll(zoneMark, studyTimezone) : undefined
  if (page) {
    app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isNamedByContent = path.includes('/assets/')
        reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    })
  }

  app.setNotFoundHandler((request, reply) => {
    if (!page || (request.method !== 'GET' && request.method !== 'HEAD') || ownPaths.test(request.url)) {
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    }
    const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64')
    return reply
      .header('content-security-policy', pagePolicy(nonce, uploadOrigins))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(nonceMark, nonce))
  })
}

function pagePolicy(nonce: string, uploadOrigins: readonly string[]): string {
  const elsewhere = uploadOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React sets styles as properties, which no policy forbids; style attributes in markup stay forbidden.
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${elsewhere}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
