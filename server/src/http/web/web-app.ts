import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding, compress } from '../content-encoding.ts'
import { reportsPath } from '../policy-reports.ts'
import { problemBody } from '../problem-body.ts'
import { registerWebFiles } from './web-files.ts'

type Options = {
  /** The folder of the built web app. */
  folder: string
  /** Other origins that the browser uploads files to, such as an S3 store. */
  uploadOrigins: readonly string[]
  /** The time zone in which the browser reads and shows times. */
  studyTimezone: string
}

const nonceMark = '__CSP_NONCE__'
const zoneMark = '__STUDY_TIMEZONE__'

/** Paths that never belong to the web app: unknown paths below them are 404. */
const ownPaths = /^\/(graphql|api|auth|idp|objects|dev|assets|health|ready|metrics|policy-reports)(\/|$|\?)/

/**
 * Serves the built app as it is when the server starts: its files and, for every other path, the page with a fresh nonce.
 */
export function registerWebApp(app: FastifyInstance, { folder, uploadOrigins, studyTimezone }: Options): void {
  const index = join(folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8').replaceAll(zoneMark, studyTimezone) : undefined
  if (page) registerWebFiles(app, folder)

  app.setNotFoundHandler(async (request, reply) => {
    if (!page || (request.method !== 'GET' && request.method !== 'HEAD') || ownPaths.test(request.url)) {
      return reply.code(404).send(problemBody(problem('request.no-such-call')))
    }
    const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64')
    const html = Buffer.from(page.replaceAll(nonceMark, nonce))
    // The nonce is valid for this response only, and nothing that a caller chose is inserted beside it.
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .header('content-security-policy', pagePolicy(nonce, uploadOrigins))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(encoding ? await compress(html, encoding) : html)
  })
}

function pagePolicy(nonce: string, uploadOrigins: readonly string[]): string {
  const elsewhere = uploadOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Recordings are read and hashed in workers.
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // React sets styles as properties, which no policy forbids. Style attributes in markup remain forbidden.
    "img-src 'self' data:",
    // Documents are shown in frames that run nothing.
    "frame-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${elsewhere}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Text becomes markup or a script only by the rule of web/src/browser/trusted-types.ts, the one policy of this name.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    // Not report-to, which browsers prefer where both are given, and then obey over https alone, a minute later.
    `report-uri ${reportsPath}`,
  ].join('; ')
}
