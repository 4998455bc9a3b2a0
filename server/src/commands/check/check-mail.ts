import nodemailer from 'nodemailer'
import type { Config } from '../../config/config.ts'
import { certificateTrouble, codeOf, isCertificateTrouble, Mistake, rootOf } from '../../mistakes/mistake.ts'
import type { Findings } from './finding.ts'

/** Signs in to the mail server. With an address, sends an email there. */
export async function checkMail(
  { smtpUrl, mailFrom, publicUrl }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  to: string | undefined,
  found: Findings,
) {
  if (!smtpUrl) {
    found.note('mail', 'SMTP_URL is not set: emails with codes stay in the database and are not sent.')
    return
  }
  const { host } = new URL(smtpUrl)
  const transport = nodemailer.createTransport({ url: smtpUrl, connectionTimeout: 5_000, greetingTimeout: 5_000 })
  try {
    const answers = await found.try('mail', async () => {
      await transport.verify().catch((error: unknown) => {
        throw mailMistake(error, host)
      })
      return `The mail server ${host} accepts the login.`
    })
    if (!answers) return
    if (!to) {
      found.note('mail', 'No email was sent. --mail ADDRESS sends one.')
      return
    }
    await found.try('mail', async () => {
      const text = `This email was sent by "casebook check" of ${publicUrl ?? 'an installation of Casebook'}.`
      await transport.sendMail({ from: mailFrom, to, subject: 'Casebook check', text }).catch((error: unknown) => {
        throw mailMistake(error, host)
      })
      return `The mail server accepted an email to ${to}. Check that it arrives.`
    })
  } finally {
    transport.close()
  }
}

/** The mailer replaces the code of the network or of TLS by its own, and keeps it beside. */
function originalOf(error: unknown): unknown {
  const root = rootOf(error)
  if (!(root instanceof Error && 'originalCode' in root)) return root
  return Object.assign(new Error(root.message), { code: root.originalCode })
}

function mailMistake(error: unknown, host: string): Mistake {
  const root = originalOf(error)
  if (isCertificateTrouble(root))
    return new Mistake(
      'mail',
      `The mail server ${host} is not trusted: ${certificateTrouble(root)}; NODE_EXTRA_CA_CERTS names a file with further authorities.`,
      error,
    )
  const code = codeOf(root)
  const answer = root instanceof Error && 'responseCode' in root ? ` ${String(root.responseCode)}` : ''
  if (code === 'EAUTH')
    return new Mistake(
      'mail',
      `The mail server ${host} refuses the user or password${answer}: correct SMTP_URL.`,
      error,
    )
  if (code === 'EENVELOPE')
    return new Mistake(
      'mail',
      `The mail server ${host} refuses the sender or the address${answer}: correct MAIL_FROM.`,
      error,
    )
  return new Mistake(
    'mail',
    `The mail server ${host} does not answer as it should (${code || (root instanceof Error ? root.message : '')}${answer}): start it, or correct SMTP_URL.`,
    error,
  )
}
