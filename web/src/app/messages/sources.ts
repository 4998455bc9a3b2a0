import type { Locale } from '../../browser/preferences.ts'
import type { TextSources } from '../../texts/catalogue.ts'
import { shellEn } from './shell.en.ts'

/** The sources of all texts: those of the initial load, and those loaded with the first other screen. */
export const textSources: TextSources = {
  shell: async (locale: Locale) => (locale === 'en' ? shellEn : (await import('./shell.nb.ts')).shellNb),
  async screens(locale: Locale) {
    if (locale === 'en') {
      const { screensEn, problemsEn } = await import('./screens.en.ts')
      return { messages: screensEn, problems: problemsEn }
    }
    const [{ screensNb }, { problemsNb }] = await Promise.all([import('./screens.nb.ts'), import('./problems.nb.ts')])
    return { messages: screensNb, problems: problemsNb }
  },
  async recordings(locale: Locale) {
    return locale === 'en'
      ? { recordings: (await import('../../recordings/texts/messages.en.ts')).recordingsEn }
      : { recordings: (await import('../../recordings/texts/messages.nb.ts')).recordingsNb }
  },
}
