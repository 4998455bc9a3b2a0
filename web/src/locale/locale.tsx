import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { IntlProvider, type Messages } from 'use-intl'
import { type Locale, preferredLocale, rememberLocale } from '../browser/preferences.ts'
import { useSession } from '../session/session.tsx'
import { currentCatalogue, loadLocale, onCatalogue } from '../texts/catalogue.ts'

type LocaleContextValue = {
  locale: Locale
  problems: Readonly<Record<string, string>>
  choose: (locale: Locale) => void
}

const LocaleContext = createContext<LocaleContextValue | undefined>(undefined)

/** Before sign-in no times are shown, but Intl requires a zone anyway. */
const defaultZone = 'Europe/Oslo'

function choose(locale: Locale) {
  rememberLocale(locale)
  void loadLocale(locale)
}

/**
 * The language of the screens: the remembered choice, else the browser's. Dates have the order day, month, year in
 * both; times are in the studies' zone. Nothing is rendered before the texts are loaded.
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
        // A screen is rendered only after its texts were loaded, so screens may assume a complete catalogue.
        messages={catalogue.messages as Messages}
        timeZone={session.phase === 'user' || session.phase === 'ended' ? session.user.studyTimezone : defaultZone}
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
