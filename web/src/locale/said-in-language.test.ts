import { expect, test } from 'vitest'
import { saidInLanguage } from './failure-text.ts'

const params = { message: 'Zu schwer?', 'message.no': 'For tung?', 'message.en-GB': 'Too heavy?' }

test.each([
  ['nb', 'For tung?'],
  ['en', 'Too heavy?'],
  ['fr', 'Zu schwer?'],
])('a sentence of the study is said in %s, else as the study wrote it', (locale, message) => {
  expect(saidInLanguage(params, locale).message).toBe(message)
})

test('other params stay as they are', () => {
  expect(saidInLanguage({ name: 'Weight' }, 'nb')).toEqual({ name: 'Weight' })
})
