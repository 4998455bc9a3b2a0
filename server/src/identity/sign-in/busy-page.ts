import type { FastifyReply, FastifyRequest } from 'fastify'
import { isConnectionLost, isTooBusy } from '../../database/connections/lost-connection.ts'
import { html, pageSecurityPolicy, renderPage } from '../../http/html.ts'

const againAfterSeconds = 5

/**
 * Answers a browser whose sign-in met a database that does not answer right now, as when very many sign in at once: with
 * a page that begins the sign-in again by itself. Other errors are answered as everywhere.
 */
export function answerNavigation(error: Error, request: FastifyRequest, reply: FastifyReply) {
  if (!isConnectionLost(error) && !isTooBusy(error)) throw error
  request.log.warn({ err: error }, 'a sign-in found the database busy')
  // The provider's answer can be used only once, so that a sign-in begins anew. The provider knows the person by now.
  const returnTo = new URLSearchParams(new URL(request.raw.url ?? '/', 'http://casebook.invalid').search).get(
    'returnTo',
  )
  const again = `/auth/sign-in${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`
  const page = renderPage(
    'Many people are signing in right now',
    html`<p>You need not do anything: this page tries again in a few seconds. <a href="${again}">Try again now</a></p>
<p lang="nb">Mange logger inn akkurat nå. Du trenger ikke gjøre noe: siden prøver igjen om noen sekunder.</p>`,
  )
  return reply
    .code(503)
    .header('retry-after', String(againAfterSeconds))
    .header('refresh', `${againAfterSeconds}; url=${again}`)
    .header('content-security-policy', pageSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(page)
}
