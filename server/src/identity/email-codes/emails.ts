import { bilingual } from '../../mail/bilingual.ts'
import type { EmailMessage } from '../../mail/mailer.ts'

export function codeEmail(to: EmailMessage['to'], code: string, minutes: number): EmailMessage {
  return bilingual(
    to,
    'Casebook: your verification code / bekreftelseskode',
    `Your verification code is ${code}. It can be used once, within ${minutes} minutes. If you did not ask for it, you can ignore this email.`,
    `Bekreftelseskoden din er ${code}. Den kan brukes én gang, innen ${minutes} minutter. Har du ikke bedt om den, kan du se bort fra denne e-posten.`,
  )
}

/** To the replaced address, so that nobody loses theirs unnoticed. The new address is not named. */
export function addressChangedEmail(to: EmailMessage['to'], email: string | null): EmailMessage {
  return bilingual(
    to,
    'Casebook: your email address was changed / e-postadressen din er endret',
    email === null
      ? 'This email address was removed from your Casebook profile.'
      : 'Your Casebook profile now has another email address; this one is no longer used.',
    'If that was not you, tell your administrator at once.',
    email === null
      ? 'Denne e-postadressen er fjernet fra profilen din i Casebook.'
      : 'Profilen din i Casebook har nå en annen e-postadresse; denne brukes ikke lenger.',
    'Var det ikke deg, si fra til administratoren med en gang.',
  )
}
