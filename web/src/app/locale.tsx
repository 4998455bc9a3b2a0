import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { IntlProvider } from 'use-intl'
import { currentCatalogue, loadLocale, onCatalogue } from './messages/catalogue.ts'
import type { Messages } from './messages/en.ts'
import { type Locale, preferredLocale, rememberLocale } from './preferences.ts'
import { useSession } from './session.tsx'

type LocaleContextValue = {
  locale: Locale
  problems: Readonly<Record<string, string>>
  choose: (locale: Locale) => void
}

const LocaleContext = createContext<LocaleContextValue | undefined>(undefined)

/** Before anybody is signed in nothing shows a time; Intl asks for a zone all the same. */
const defaultZone = 'Europe/Oslo'

function choose(locale: Locale) {
  rememberLocale(locale)
  void loadLocale(locale)
}

/**
 * The language of the screens: chosen and remembered, else the browser's. Dates are written in the order of day, month,
 * year in both, times in the studies' zone. Nothing is drawn before the texts are here.
 */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const catalogue = useSyncExternalStore(onCatalogue, currentCatalogue)
  const { session } = useSession()

  useEffect(() => void loadLocale(preferredLocale()), [])
  useEffect(() => {
    if (catalogue) document.documentElement.lang = catalogue.locale
  }, [catalogue])

  const value = useMemo(
    () => catalogue && { locale: catalogue.locale, problems: catalogue.problems, choose },
    [catalogue],
  )
  if (!value || !catalogue) return null
  return (
    <LocaleContext value={value}>
      <IntlProvider
        locale={catalogue.locale === 'nb' ? 'nb' : 'en-GB'}
        // A screen is drawn only after its texts were loaded, so to the screens the catalogue is whole.
        messages={catalogue.messages as Messages}
        timeZone={session.state === 'user' ? session.user.studyTimezone : defaultZone}
      >
        {children}
      </IntlProvider>
    </LocaleContext>
  )
}

export function useLocaleChoice(): LocaleContextValue {
  const value = useContext(LocaleContext)
  if (!value) throw new Error('useLocaleChoice outside of LocaleProvider')
  return value
}
