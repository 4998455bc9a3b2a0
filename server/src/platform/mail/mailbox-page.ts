import type { FastifyInstance } from 'fastify'
import { html, pageSecurityPolicy, renderPage } from '../html.ts'
import type { Mailer, StoredLetter } from './mailer.ts'

/** Where local mode shows the letters that a deployment would send. */
export const mailboxPath = '/dev/mail'

export function mountMailbox(app: FastifyInstance, mailer: Mailer): void {
  app.get(mailboxPath, async (_request, reply) =>
    reply
      .header('content-security-policy', pageSecurityPolicy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderPage('Mailbox', mailbox(await mailer.listRecent()))),
  )
}

function mailbox(letters: StoredLetter[]) {
  const intro = html`<p class="soft">Local mode sends no mail. What would be sent stands here, the newest first.</p>`
  if (letters.length === 0) return html`${intro}<p>No mail yet.</p>`
  const rows = letters.map(
    ({ address, subject, text, at }) =>
      html`<li><article><h2>${subject}</h2><p class="soft">To ${address} · ${at.toISOString()}</p><pre>${text}</pre></article></li>`,
  )
  return html`${intro}<ul class="list">${rows}</ul>`
}
