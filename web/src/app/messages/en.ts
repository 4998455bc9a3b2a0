import { screensEn } from './screens.en.ts'
import { shellEn } from './shell.en.ts'

/**
 * The English catalogue, for its type and its test: one namespace per feature, whose texts lie beside its screens in
 * `messages.en.ts` (and `messages.nb.ts`). Texts are ICU messages.
 */
export const en = { ...shellEn, ...screensEn }

/** The same keys with other texts: what every translation must be. */
export type Translated<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends string ? string : Translated<Catalogue[Key]>
}

export type Messages = typeof en
