/** What a person chose for this browser: kept in local storage, read by public/first-paint.js under the same keys. */
export type Locale = 'en' | 'nb'
export const locales: readonly Locale[] = ['en', 'nb']

const localeKey = 'casebook.locale'
export const schemeKey = 'casebook.scheme'

/** What was stored under the key, or null where nothing was or the browser forbids storage. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Stores the value, or removes the key for null. A browser that forbids storage merely forgets. */
export function writeStored(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    // A full or forbidden storage must never stop work.
  }
}

/** The locale chosen earlier, else the first of the browser's languages that we speak, else English. */
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
