import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { FieldTranslation } from '@casebook/domain/form-types/values/translations.ts'

/** Languages to choose from: those of the countries around, and those that many patients there speak. */
const offered =
  'ar bg bn bs cs da de en es et fa fi fr hi hr hu is it ja ko lt lv nb nl nn pa pl ps pt ro ru se sk sl so sq sr sv ta th ti tr uk ur vi zh'.split(
    ' ',
  )

/** Browsers have no name for it. */
const northernSami = { en: 'Northern Sami', nb: 'nordsamisk' }

/** The name of a language in that of the screens. */
export function languageName(language: string, locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(language)
  if (name === undefined && language === 'se') return northernSami[locale.startsWith('nb') ? 'nb' : 'en']
  return name ?? language
}

/** The languages that can still be added, by name. */
export function otherLanguages(used: readonly string[], locale: string): { language: string; name: string }[] {
  return offered
    .filter((language) => !used.includes(language))
    .map((language) => ({ language, name: languageName(language, locale) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}

/** Every language that these fields are translated into, in the order in which they appear. */
export function languagesOf(fields: readonly Pick<FormTypeField, 'translations'>[]): string[] {
  return [...new Set(fields.flatMap(({ translations }) => translations?.map(({ language }) => language) ?? []))]
}

/** The translations with this part of one. */
export function withSaid<T extends { language: string }>(all: readonly T[], said: T): T[] {
  const isKnown = all.some(({ language }) => language === said.language)
  return isKnown ? all.map((one) => (one.language === said.language ? { ...one, ...said } : one)) : [...all, said]
}

/** The label of an option in a translation, replaced. */
export function withOption(said: FieldTranslation, code: string, label: string): FieldTranslation {
  const rest = (said.options ?? []).filter((option) => option.code !== code)
  return { ...said, options: label === '' ? rest : [...rest, { code, label }] }
}

type Coded = readonly { code: string }[]

/** The translations after codes of options were typed over: labels follow the option at their place. */
export function withCodes(all: readonly FieldTranslation[], before: Coded, after: Coded): FieldTranslation[] {
  if (before.length !== after.length) return [...all]
  const codes = new Map(before.map(({ code }, place) => [code, after[place]?.code ?? code]))
  // Options that only changed places keep their codes.
  if (after.every(({ code }) => codes.has(code))) return [...all]
  return all.map((said) =>
    said.options
      ? { ...said, options: said.options.map(({ code, label }) => ({ code: codes.get(code) ?? code, label })) }
      : said,
  )
}
