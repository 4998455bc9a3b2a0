import { expect, test, vi } from 'vitest'
import { languageName, languagesOf, otherLanguages, withCodes, withOption, withSaid } from './languages.ts'

test('a part of a translation is replaced, and a new language is added', () => {
  const before = [{ language: 'nb', label: 'Kjønn', help: 'Som i passet' }]
  expect(
    withSaid<{ language: string; label: string; help?: string }>(before, { language: 'nb', label: 'Juridisk kjønn' }),
  ).toEqual([{ language: 'nb', label: 'Juridisk kjønn', help: 'Som i passet' }])
  expect(withSaid<{ language: string; label: string }>(before, { language: 'de', label: 'Geschlecht' })).toHaveLength(2)
})

test('the label of an option is replaced by its code, and an empty one is taken out', () => {
  const said = withOption({ language: 'nb', options: [{ code: '1', label: 'Ja' }] }, '2', 'Nei')
  expect(said.options).toEqual([
    { code: '1', label: 'Ja' },
    { code: '2', label: 'Nei' },
  ])
  expect(withOption(said, '1', '').options).toEqual([{ code: '2', label: 'Nei' }])
})

test('labels follow an option whose code is typed over, and stay where options change places', () => {
  const said = [{ language: 'nb', options: [{ code: '1', label: 'Ja' }] }]
  const [one, two, three] = [{ code: '1' }, { code: '2' }, { code: '3' }]
  expect(withCodes(said, [one, two], [three, two])[0]?.options).toEqual([{ code: '3', label: 'Ja' }])
  expect(withCodes(said, [one, two], [two, one])).toEqual(said)
  expect(withCodes(said, [one], [one, two])).toEqual(said)
})

test('languages have names in the language of the screens, and those in use are not offered again', () => {
  expect(languageName('nb', 'en')).toMatch(/Norwegian/)
  expect(languageName('de', 'nb')).toBe('tysk')
  expect(otherLanguages(['nb'], 'en').map(({ language }) => language)).not.toContain('nb')
  expect(languagesOf([{ translations: [{ language: 'nb' }] }, {}, { translations: [{ language: 'nb' }] }])).toEqual([
    'nb',
  ])
})

test('a language that the browser has no name for has one', () => {
  const unnamed = vi.spyOn(Intl.DisplayNames.prototype, 'of').mockReturnValue(undefined)
  expect(languageName('se', 'en')).toBe('Northern Sami')
  expect(languageName('se', 'nb')).toBe('nordsamisk')
  expect(languageName('qaa', 'en')).toBe('qaa')
  unnamed.mockRestore()
})
