import { expect, test } from 'vitest'
import { whyNotGiven } from '../shared/record-fields/record-fields.ts'
import { personName } from './person-name.ts'
import { profileFields, whyNotEmail, whyNotPhoneNumber, whyNotVerificationCode } from './users.rules.ts'

const kari = {
  given_name: 'Kari',
  family_name: 'Nordmann',
  phone_number: '+47 22 33 44 55',
  email: 'kari@example.org',
}

test('a profile requires only both names', () => {
  expect(whyNotGiven(profileFields, kari)).toBeUndefined()
  expect(whyNotGiven(profileFields, { ...kari, email: null, phone_number: undefined })).toBeUndefined()
  expect(whyNotGiven(profileFields, { ...kari, given_name: ' ' })).toMatchObject({
    reason: 'text.required',
    field: 'given_name',
  })
  expect(whyNotGiven(profileFields, { ...kari, family_name: 'x'.repeat(201) })).toMatchObject({
    reason: 'text.too-long',
    field: 'family_name',
  })
  expect(whyNotGiven(profileFields, { ...kari, email: 'kari' })?.field).toBe('email')
  expect(whyNotGiven(profileFields, { ...kari, phone_number: 'call me' })?.field).toBe('phone_number')
})

test.each(['', null, '+4722334455', '22 33 44 55', '0047 22334455', '(+47) 22.33-44-55'])(
  '%j may be a phone number',
  (phoneNumber) => {
    expect(whyNotPhoneNumber(phoneNumber)).toBeUndefined()
  },
)

test.each(['abc', '+', '123', '+1234567890123456', '+47+22334455', '+47\n22334455', '٢٢٣٣٤٤٥٥'])(
  '%j may not be a phone number',
  (phoneNumber) => {
    expect(whyNotPhoneNumber(phoneNumber)?.reason).toBe('profile.phone')
  },
)

test.each(['', null, 'kari@example.org', "o'neil+tag@mail.example.co.uk", 'kåre@blåbær.no', ' a@b.c '])(
  '%j may be an email address',
  (address) => {
    expect(whyNotEmail(address)).toBeUndefined()
  },
)

test.each([
  'kari',
  'kari@',
  '@example.org',
  'kari@localhost',
  'a@b@c.no',
  'kari @example.org',
  'a@b..no',
  'a@b.no,c@d.no',
  'a@b.no\nBcc: c@d.no',
  'Kari <kari@example.org>',
  `${'x'.repeat(254)}@example.org`,
])('%j may not be an email address', (address) => {
  expect(whyNotEmail(address)?.field).toBe('email')
})

test('a verification code is six digits, ignoring spaces', () => {
  expect(whyNotVerificationCode('012345')).toBeUndefined()
  expect(whyNotVerificationCode(' 012 345 ')).toBeUndefined()
  expect(whyNotVerificationCode('')?.reason).toBe('text.required')
  for (const code of ['12345', '1234567', '12345a', '١٢٣٤٥٦']) {
    expect(whyNotVerificationCode(code)).toMatchObject({ reason: 'verification.format', field: 'code' })
  }
})

test('a person without names is called by their sub', () => {
  expect(personName({ sub: 'u1', given_name: 'Kari', family_name: 'Nordmann' })).toBe('Kari Nordmann')
  expect(personName({ sub: 'u1', given_name: null, family_name: '' })).toBe('u1')
})
