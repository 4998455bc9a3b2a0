import { compareCodeUnits, sameText } from '../../shared/names/names.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import { cleanName, isBlank, whyNotName, whyNotText } from '../../shared/text.rules.ts'

type Maybe<T> = T | null | undefined
type Option = { readonly code: string; readonly label: string }

/** What a field says in another language than the study's. Whatever is left out is said in the study's. */
export type FieldTranslation = {
  /** A tag of BCP 47, such as nb or en-GB. */
  language: string
  label?: Maybe<string>
  help?: Maybe<string>
  section?: Maybe<string>
  placeholder?: Maybe<string>
  minimumLabel?: Maybe<string>
  maximumLabel?: Maybe<string>
  /** The labels of options by their codes. */
  options?: Maybe<Option[]>
}

/** The message of a check in another language. */
export type CheckTranslation = { language: string; message: string }

export const maxLanguages = 20
const maxLine = 500
const maxHelp = 4000
const maxOptions = 500
const tag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

/** The texts of a field, besides its options. */
export const translatedTexts = ['label', 'help', 'section', 'placeholder', 'minimumLabel', 'maximumLabel'] as const

export function isLanguage(text: string): boolean {
  return tag.test(text)
}

/** Why these languages are refused: too many, not written as a tag, or one twice. `at` is the path of the list. */
function whyNotLanguages(all: readonly { language: string }[], at: string): Problem | undefined {
  if (all.length > maxLanguages) return problem('field.languages.max', { field: at, params: { max: maxLanguages } })
  const seen = new Set<string>()
  for (const [place, { language }] of all.entries()) {
    const field = `${at}.${place}.language`
    if (!isLanguage(language)) return problem('field.language.format', { field })
    if (seen.has(language.toLowerCase())) return problem('field.language.duplicate', { field, params: { language } })
    seen.add(language.toLowerCase())
  }
}

/** Why a field may not have these translations. `at` is the path of the list. */
export function whyNotTranslations(all: Maybe<readonly FieldTranslation[]>, at: string): Problem | undefined {
  if (!all) return undefined
  const why = whyNotLanguages(all, at)
  if (why) return why
  for (const [place, said] of all.entries()) {
    for (const name of translatedTexts) {
      const text = said[name]
      if (!text || isBlank(text)) continue
      const field = `${at}.${place}.${name}`
      const wrong = name === 'help' ? whyNotText(text, field, maxHelp) : whyNotName(text, field, maxLine)
      if (wrong) return wrong
    }
    const field = `${at}.${place}.options`
    if ((said.options?.length ?? 0) > maxOptions)
      return problem('field.options.none', { field, params: { max: maxOptions } })
    for (const [rank, { label }] of (said.options ?? []).entries()) {
      const wrong = isBlank(label) ? undefined : whyNotName(label, `${field}.${rank}.label`, maxLine)
      if (wrong) return wrong
    }
  }
}

/** Why a check may not have these messages. */
export function whyNotMessages(all: Maybe<readonly CheckTranslation[]>, at: string): Problem | undefined {
  if (!all) return undefined
  const messages = all.entries().map(([place, { message }]) => whyNotName(message, `${at}.${place}.message`, maxLine))
  return whyNotLanguages(all, at) ?? messages.find((why) => why !== undefined)
}

/** What a text is in other languages, by language. */
export function saidOf(
  all: Maybe<readonly FieldTranslation[]>,
  name: (typeof translatedTexts)[number],
): [string, string][] {
  return (all ?? []).flatMap((said) => (said[name] ? [[said.language, said[name]] as [string, string]] : []))
}

/** What the message of a check is in other languages, by language. */
export function messagesOf(all: Maybe<readonly CheckTranslation[]>): [string, string][] {
  return (all ?? []).map(({ language, message }) => [language, message])
}

/** What the label of an option is in other languages, by language. */
export function labelsOf(all: Maybe<readonly FieldTranslation[]>, code: string): [string, string][] {
  return (all ?? []).flatMap(({ language, options }) => {
    const option = options?.find((one) => one.code === code)
    return option ? [[language, option.label] as [string, string]] : []
  })
}

/** The translations as stored, by language: only what is said, of texts that the field has, and labels only of these codes. */
export function cleanTranslations(
  all: Maybe<readonly FieldTranslation[]>,
  codes: readonly string[],
  has: (name: (typeof translatedTexts)[number]) => boolean,
): FieldTranslation[] {
  const cleaned = (all ?? []).flatMap((said): FieldTranslation[] => {
    const texts = translatedTexts.flatMap((name) => {
      const text = said[name] ?? ''
      return isBlank(text) || !(name === 'label' || has(name))
        ? []
        : [[name, name === 'help' ? sameText(text).trim() : cleanName(text)] as const]
    })
    const labels = new Map((said.options ?? []).map(({ code, label }) => [cleanName(code), cleanName(label)]))
    const options = codes.flatMap((code) => {
      const label = labels.get(code) ?? ''
      return label === '' ? [] : [{ code, label }]
    })
    if (texts.length === 0 && options.length === 0) return []
    return [{ language: said.language, ...Object.fromEntries(texts), ...(options.length > 0 ? { options } : {}) }]
  })
  return cleaned.toSorted((one, other) => compareCodeUnits(one.language, other.language))
}

/** The translation for the language of the screens: exactly that, else another of the same language. */
export function translationFor<T extends { language: string }>(
  all: Maybe<readonly T[]>,
  locale: string,
): T | undefined {
  const wanted = locale.toLowerCase()
  const main = (language: string) => language.toLowerCase().split('-', 1)[0]
  // Bokmål is often tagged as Norwegian.
  const same = wanted === 'nb' ? ['nb', 'no'] : [wanted]
  return (
    all?.find(({ language }) => language.toLowerCase() === wanted) ??
    all?.find(({ language }) => same.includes(main(language) ?? ''))
  )
}

type SaidField = {
  translations?: Maybe<readonly FieldTranslation[]>
  options?: Maybe<readonly Option[]>
  pattern?: Maybe<string>
}

/** The field as it is said in this language, where it is translated. Codes, names and rules stay. */
export function inLanguage<Field extends SaidField>(field: Field, locale: string, options: readonly Option[]): Field {
  const said = translationFor(field.translations, locale)
  if (!said) return field
  const texts = translatedTexts.flatMap((name) => (said[name] ? [[name, said[name]] as const] : []))
  const labels = new Map(said.options?.map(({ code, label }) => [code, label]))
  const shown = options.map(({ code, label }) => ({ code, label: labels.get(code) ?? label }))
  return { ...field, ...Object.fromEntries(texts), ...(labels.size > 0 ? { options: shown } : {}) }
}
