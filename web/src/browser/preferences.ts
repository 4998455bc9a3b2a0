/** A person's choices in this browser, in local storage. index.html reads them under the same keys. */
export type Locale = 'en' | 'nb'
export const locales: readonly Locale[] = ['en', 'nb']

const localeKey = 'casebook.locale'
export const schemeKey = 'casebook.scheme'

/** The stored value, or null if there is none or the browser forbids storage. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Stores the value, or removes it for null. Does nothing if the browser forbids storage. */
export function writeStored(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    // A full or forbidden storage must not interrupt work.
  }
}

/** The chosen locale, else the first supported one of the browser's languages, else English. */
export function preferredLocale(languages: readonly string[] = navigator.languages): Locale {
  const stored = readStored(() => localStorage, localeKey)
  if (stored === 'en' || stored === 'nb') return stored
  for (const language of languages) {
    if (/^(nb|no|nn)\b/i.test(language)) return 'nb'
    if (/^en\b/i.test(language)) return 'en'
  }
  return 'en'
}

export function rememberLocale(locale: Locale): void {
  writeStored(() => localStorage, localeKey, locale)
}
