import { isLanguage } from '../../form-types/values/translations.ts'

/** Names of languages in headings without a tag, in English and as the language itself says it. */
const names: Readonly<Record<string, readonly string[]>> = {
  ar: ['arabic', 'العربية'],
  da: ['danish', 'dansk'],
  de: ['german', 'deutsch'],
  en: ['english'],
  es: ['spanish', 'español', 'castellano'],
  fi: ['finnish', 'suomi'],
  fr: ['french', 'français', 'francais'],
  hi: ['hindi'],
  id: ['indonesian', 'bahasa indonesia'],
  it: ['italian', 'italiano'],
  nb: ['norwegian', 'norsk', 'bokmål', 'norsk bokmål', 'norwegian bokmål'],
  ne: ['nepali'],
  nl: ['dutch', 'nederlands'],
  nn: ['nynorsk', 'norsk nynorsk', 'norwegian nynorsk'],
  pl: ['polish', 'polski'],
  pt: ['portuguese', 'português', 'portugues'],
  ru: ['russian', 'русский'],
  se: ['northern sami', 'davvisámegiella'],
  so: ['somali', 'soomaali'],
  sv: ['swedish', 'svenska'],
  sw: ['swahili', 'kiswahili'],
  tr: ['turkish', 'türkçe'],
  uk: ['ukrainian', 'українська'],
}

const tags = new Map(Object.entries(names).flatMap(([tag, all]) => all.map((name) => [name, tag] as const)))

/** The tag of a language in a heading: of `Norsk (nb)`, `nb` and `Norsk`. Undefined if it is not known. */
export function languageTag(heading: string): string | undefined {
  const text = heading.trim()
  const own = /\(([A-Za-z0-9-]+)\)$/.exec(text)?.[1] ?? text
  const [main = '', ...rest] = own.split('-')
  const tag = [main.toLowerCase(), ...rest].join('-')
  return isLanguage(tag) ? tag : tags.get(text.toLowerCase())
}

/** The heading of a language: `Norsk (nb)`. */
function languageHeading(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? tag
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[()]/g, '')} (${tag})`
}

/** The heading of a column in a language: `label::Norsk (nb)`. */
export function inLanguage(column: string, language: string): string {
  return `${column}::${languageHeading(language)}`
}

/** What a column says in other languages, by their headings. */
export function inColumns(
  column: string,
  said: readonly (readonly [language: string, text: string])[],
): { [heading: string]: string } {
  return Object.fromEntries(said.map(([language, text]) => [inLanguage(column, language), text]))
}
