import type { Locale } from '../preferences.ts'
import type { Messages, Translated } from './en.ts'
import { shellEn } from './shell.en.ts'

/** The texts that are loaded so far. What a screen says is loaded before the screen is drawn (see `loadScreens`). */
export type Catalogue = {
  locale: Locale
  messages: Partial<Translated<Messages>>
  /** The sentences of problems by reason; empty in English, where the server's own are used. */
  problems: Readonly<Record<string, string>>
}

let catalogue: Catalogue | undefined
let areScreensWanted = false
const listeners = new Set<() => void>()

export function onCatalogue(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** undefined until the first locale's texts are here. */
export function currentCatalogue(): Catalogue | undefined {
  return catalogue
}

/** Loads a locale's texts, as much of them as is wanted by now, and shows them. */
export async function loadLocale(locale: Locale): Promise<void> {
  const [shell, screens] = await Promise.all([shellOf(locale), areScreensWanted ? screensOf(locale) : undefined])
  catalogue = { locale, messages: { ...shell, ...screens?.messages }, problems: screens?.problems ?? {} }
  for (const listener of listeners) listener()
}

/** Loads what all screens but the first say, and how problems are put: the router awaits it before it draws one. */
export async function loadScreens(): Promise<void> {
  if (areScreensWanted) return
  areScreensWanted = true
  if (catalogue) await loadLocale(catalogue.locale)
}

async function shellOf(locale: Locale): Promise<Translated<typeof shellEn>> {
  return locale === 'en' ? shellEn : (await import('./shell.nb.ts')).shellNb
}

async function screensOf(locale: Locale) {
  if (locale === 'en') return { messages: (await import('./screens.en.ts')).screensEn, problems: {} }
  const [{ screensNb }, { problemsNb }] = await Promise.all([import('./screens.nb.ts'), import('./problems.nb.ts')])
  return { messages: screensNb, problems: problemsNb }
}
