import { recordingsEn } from '../../recordings/texts/messages.en.ts'
import { screensEn } from './screens.en.ts'
import { shellEn } from './shell.en.ts'

/**
 * The English catalogue, for its type and its test: one namespace per feature, with the texts in `messages.en.ts` (and
 * `messages.nb.ts`) beside its screens. Texts are ICU messages.
 */
export const en = { ...shellEn, ...screensEn, recordings: recordingsEn }

type English = typeof en

/** An interface, so that the compiler reports its name for a missing key instead of the whole catalogue. */
export interface Messages extends English {}
