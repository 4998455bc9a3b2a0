import type { FastifyReply } from 'fastify'
import { html, pageSecurityPolicy, renderPage } from '../../http/html.ts'

/** For a browser that used a host name which is not configured. */
export function wrongAddress(reply: FastifyReply) {
  const page = renderPage(
    'This address is not set up',
    html`<p>Without the setting PUBLIC_URL, signing in works only at localhost, 127.0.0.1 and [::1].
Set PUBLIC_URL to the address that people type, and restart the server.</p>`,
  )
  return reply
    .code(400)
    .header('content-security-policy', pageSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(page)
}
