import type { EmailMessage } from './mailer.ts'

/** An email in both languages, because the server does not know which one the person reads. */
export function bilingual(to: EmailMessage['to'], subject: string, ...paragraphs: string[]): EmailMessage {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` }
}
