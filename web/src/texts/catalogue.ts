import type { Messages } from 'use-intl'
import type { Locale } from '../browser/preferences.ts'
import type { Translated } from './translated.ts'

type Texts = Partial<Translated<Messages>>

/** The sentences of problems by reason. English has those only that differ from the server's own. */
type Problems = Readonly<Record<string, string>>

/** The texts loaded so far. A screen's texts are loaded before it is rendered (see `loadScreens`). */
export type Catalogue = { locale: Locale; messages: Texts; problems: Problems }

/** Loads the texts of the first screens, and those of all others. Each feature has its own; only the app knows all. */
export type TextSources = {
  shell: (locale: Locale) => Promise<Texts>
  screens: (locale: Locale) => Promise<{ messages: Texts; problems: Problems }>
  recordings: (locale: Locale) => Promise<Texts>
}

let sources: TextSources | undefined
let catalogue: Catalogue | undefined
let areScreensWanted = false
let areRecordingsWanted = false
const listeners = new Set<() => void>()

/** Called once, before anything is rendered. */
export function setTextSources(all: TextSources): void {
  sources = all
}

export function onCatalogue(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** undefined until the first locale's texts are loaded. */
export function currentCatalogue(): Catalogue | undefined {
  return catalogue
}

/** Loads the needed texts of a locale and switches to it. */
export async function loadLocale(locale: Locale): Promise<void> {
  if (!sources) throw new Error('loadLocale before setTextSources')
  const [shell, screens, recordings] = await Promise.all([
    sources.shell(locale),
    areScreensWanted ? sources.screens(locale) : undefined,
    areRecordingsWanted ? sources.recordings(locale) : undefined,
  ])
  const messages = { ...shell, ...screens?.messages, ...recordings }
  catalogue = { locale, messages, problems: screens?.problems ?? {} }
  for (const listener of listeners) listener()
}

/** Loads the texts of all other screens, and the sentences of problems. The router awaits it before it renders one. */
export async function loadScreens(): Promise<void> {
  if (areScreensWanted) return
  areScreensWanted = true
  if (catalogue) await loadLocale(catalogue.locale)
}

/** Loads the texts of the recording screen. */
export async function loadRecordings(): Promise<void> {
  if (areRecordingsWanted) return
  areRecordingsWanted = true
  if (catalogue) await loadLocale(catalogue.locale)
}
