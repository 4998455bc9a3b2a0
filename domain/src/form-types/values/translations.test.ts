import { expect, test } from 'vitest'
import { spoken } from '../field-properties.ts'
import { spokenType } from '../fields.ts'
import { cleanFields, whyNotFields } from '../form-types.rules.ts'
import { translationFor } from './translations.ts'

const sex = {
  name: 'Sex',
  type: 'Choice' as const,
  required: false,
  label: 'Sex at birth',
  help: 'As in the passport',
  options: [
    { code: '1', label: 'Female' },
    { code: '2', label: 'Male' },
  ],
  translations: [
    { language: 'nb', label: 'Kjønn', options: [{ code: '2', label: 'Mann' }] },
    { language: 'de-CH', label: 'Geschlecht' },
  ],
}

test('a field is said in the language of the screens, and as the study says it where that is not translated', () => {
  expect(spoken(sex, 'nb')).toMatchObject({
    label: 'Kjønn',
    help: 'As in the passport',
    options: [
      { code: '1', label: 'Female' },
      { code: '2', label: 'Mann' },
    ],
  })
  expect(spoken(sex, 'en')).toBe(sex)
  expect(spoken(sex, 'de').label).toBe('Geschlecht')
})

test('options that only a pattern lists are translated, too', () => {
  const field = {
    ...sex,
    options: null,
    pattern: 'left|right',
    translations: [{ language: 'nb', options: [{ code: 'left', label: 'venstre' }] }],
  }
  expect(spoken(field, 'nb').options).toEqual([
    { code: 'left', label: 'venstre' },
    { code: 'right', label: 'right' },
  ])
})

test('messages of checks are said in the language of the screens', () => {
  const check = { expression: 'true', message: 'Wrong', field: 'Sex', soft: false }
  const type = { fields: [], checks: [{ ...check, translations: [{ language: 'nb', message: 'Feil' }] }, check] }
  expect(spokenType(type, 'nb').checks.map(({ message }) => message)).toEqual(['Feil', 'Wrong'])
  expect(spokenType(type, 'en').checks.map(({ message }) => message)).toEqual(['Wrong', 'Wrong'])
})

test.each([
  ['nb', 'nb'],
  ['nb', 'no'],
  ['nb', 'nb-NO'],
  ['en', 'en-GB'],
])('screens in %s show %s', (locale, language) => {
  expect(translationFor([{ language: 'sv' }, { language }], locale)).toEqual({ language })
  expect(translationFor([{ language: 'sv' }], locale)).toBeUndefined()
})

test('what says nothing is not stored, nor labels of codes that are no options', () => {
  const said = [
    { language: 'nb', label: ' Kjønn ', help: '', options: [{ code: '9', label: 'Ukjent' }] },
    { language: 'sv', section: ' ', label: null },
  ]
  expect(cleanFields([{ ...sex, translations: said }])[0]?.translations).toEqual([{ language: 'nb', label: 'Kjønn' }])
  expect(cleanFields([{ ...sex, translations: [] }])[0]).not.toHaveProperty('translations')
})

test.each([
  ['a name of a language', [{ language: 'Norsk' }], 'fields.0.translations.0.language'],
  [
    'the same language twice',
    [{ language: 'nb' }, { language: 'NB'.toLowerCase() }],
    'fields.0.translations.1.language',
  ],
  ['a label that is too long', [{ language: 'nb', label: 'x'.repeat(501) }], 'fields.0.translations.0.label'],
  ['a label of two lines', [{ language: 'nb', label: 'a\nb' }], 'fields.0.translations.0.label'],
  [
    'an option that is too long',
    [{ language: 'nb', options: [{ code: '1', label: 'x'.repeat(501) }] }],
    'fields.0.translations.0.options.0.label',
  ],
  [
    '21 languages',
    Array.from({ length: 21 }, (_, n) => ({ language: `x${String.fromCharCode(97 + n)}` })),
    'fields.0.translations',
  ],
])('%s is refused', (_, translations, field) => {
  expect(whyNotFields([{ ...sex, translations }])?.field).toBe(field)
})

test('a message of a check is refused like the message itself', () => {
  const check = {
    expression: 'true',
    message: 'Wrong',
    field: 'Sex',
    soft: false,
    translations: [{ language: 'nb', message: '' }],
  }
  expect(whyNotFields([sex], [check])?.field).toBe('checks.0.translations.0.message')
})
