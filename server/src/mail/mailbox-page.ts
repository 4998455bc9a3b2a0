import type { FastifyInstance } from 'fastify'
import { html, pageSecurityPolicy, renderPage } from '../http/html.ts'
import type { Mailer, StoredEmail } from './mailer.ts'

/** The page of local mode with the emails that a deployment would send. */
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

function mailbox(emails: StoredEmail[]) {
  const intro = html`<p class="soft">Local mode sends no email. Emails that would be sent are shown here, newest first.</p>`
  if (emails.length === 0) return html`${intro}<p>No email yet.</p>`
  const rows = emails.map(
    ({ address, subject, text, at }) =>
      html`<li><article><h2>${subject}</h2><p class="soft">To ${address} · ${at.toISOString()}</p><pre>${text}</pre></article></li>`,
  )
  return html`${intro}<ul class="list">${rows}</ul>`
}
