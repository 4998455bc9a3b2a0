import type { Letter } from '../platform/mail/mailer.ts'

/** In both of the product's languages, since the server does not know which one the person reads. */
function letter(to: Letter['to'], subject: string, ...paragraphs: string[]): Letter {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` }
}

export function codeLetter(to: Letter['to'], code: string, minutes: number): Letter {
  return letter(
    to,
    'Casebook: your verification code / bekreftelseskode',
    `Your verification code is ${code}. It can be used once, within ${minutes} minutes. If you did not ask for it, you need not do anything.`,
    `Bekreftelseskoden din er ${code}. Den kan brukes én gang, innen ${minutes} minutter. Har du ikke bedt om den, trenger du ikke å gjøre noe.`,
  )
}

/** To the address that was replaced, so that nobody loses theirs unnoticed. The new one is not named. */
export function addressChangedLetter(to: Letter['to'], email: string | null): Letter {
  return letter(
    to,
    'Casebook: your email address was changed / e-postadressen din er endret',
    email === null
      ? 'This email address was taken out of your Casebook profile.'
      : 'Your Casebook profile now has another email address; this one is no longer used.',
    'If that was not you, tell your administrator at once.',
    email === null
      ? 'Denne e-postadressen er fjernet fra profilen din i Casebook.'
      : 'Profilen din i Casebook har nå en annen e-postadresse; denne brukes ikke lenger.',
    'Var det ikke deg, si fra til administratoren med en gang.',
  )
}
