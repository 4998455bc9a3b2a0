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
/** The language asked for last. */
let wanted: Locale | undefined
/** The loading of the parts asked for so far. One that failed is not kept, so that it is tried again. */
const parts: { screens?: Promise<void>; recordings?: Promise<void> } = {}
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

/** Loads the needed texts of a locale and switches to it, unless another was asked for meanwhile. */
export async function loadLocale(locale: Locale): Promise<void> {
  if (!sources) throw new Error('loadLocale before setTextSources')
  wanted = locale
  const [shell, screens, recordings] = await Promise.all([
    sources.shell(locale),
    parts.screens && sources.screens(locale),
    parts.recordings && sources.recordings(locale),
  ])
  if (locale !== wanted) return loadLocale(wanted)
  // Two loads of one locale may end in any order: each adds what it has.
  const known = catalogue?.locale === locale ? catalogue : undefined
  const messages = { ...known?.messages, ...shell, ...screens?.messages, ...recordings }
  catalogue = { locale, messages, problems: screens?.problems ?? known?.problems ?? {} }
  for (const listener of listeners) listener()
}

/** Loads the texts of all other screens, and the sentences of problems. The router awaits it before it renders one. */
export function loadScreens(): Promise<void> {
  return loadPart('screens')
}

/** As `loadScreens`, for a failure that may be reported soon. Without them it has the server's words; the next one tries again. */
export function loadScreensAhead(): void {
  loadScreens().catch(() => undefined)
}

/** Loads the texts of the recording screen. */
export function loadRecordings(): Promise<void> {
  return loadPart('recordings')
}

function loadPart(part: keyof typeof parts): Promise<void> {
  // Later than this call, because loadLocale looks at `parts`.
  parts[part] ??= Promise.resolve().then(async () => {
    try {
      if (wanted) await loadLocale(wanted)
    } catch (error) {
      delete parts[part]
      throw error
    }
  })
  return parts[part]
}
