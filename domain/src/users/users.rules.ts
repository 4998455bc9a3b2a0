import { type Problem, problem } from '../shared/problems.ts'
import { optionalText, requiredText } from '../shared/record-fields/record-fields.ts'
import { cleanName, whyNotName } from '../shared/text.rules.ts'

export const verificationCodeDigits = 6
/** RFC 5321's limit for an address. */
export const maxEmailLength = 254

// One @, no spaces, a dot in the domain. The code sent to the address is the actual check.
const email = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/
// E.164 allows at most 15 digits. A national number, spaces, brackets, dots and hyphens are accepted.
const phone = /^\+?\d{4,15}$/
const phoneDecoration = /[ \u00a0().-]/g
export const maxPhoneLength = 40

/** What people change of their own data. */
export const profileFields = {
  given_name: requiredText('First name', (text) => whyNotName(text, 'given_name')),
  family_name: requiredText('Last name', (text) => whyNotName(text, 'family_name')),
  email: optionalText('Email', whyNotEmail),
  phone_number: optionalText('Phone number', whyNotPhoneNumber),
}

export function whyNotPhoneNumber(phoneNumber: string | null | undefined): Problem | undefined {
  const stored = cleanName(phoneNumber ?? '')
  if (stored === '') return undefined
  if (stored.length > maxPhoneLength || !phone.test(stored.replace(phoneDecoration, ''))) {
    return problem('profile.phone', { field: 'phone_number' })
  }
}

/** Why this is not a valid email address. It may be empty. */
export function whyNotEmail(address: string | null | undefined): Problem | undefined {
  const stored = cleanName(address ?? '')
  if (stored === '') return undefined
  const why = whyNotName(stored, 'email', maxEmailLength)
  if (why) return why
  if (!email.test(stored) || stored.length > maxEmailLength) return problem('profile.email', { field: 'email' })
}

/** Why this can't be a verification code. Spaces around and between its digits are ignored. */
export function whyNotVerificationCode(code: string): Problem | undefined {
  const digits = cleanVerificationCode(code)
  if (digits === '') return problem('text.required', { field: 'code' })
  if (!/^\d{6}$/.test(digits)) {
    return problem('verification.format', { field: 'code', params: { digits: verificationCodeDigits } })
  }
}

export function cleanVerificationCode(code: string): string {
  return code.replace(/\s/g, '')
}
