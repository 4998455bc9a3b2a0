import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { en, type Messages, type Translated } from './messages/en.ts'
import { type Locale, preferredLocale, rememberLocale } from './preferences.ts'

type Catalogue = { locale: Locale; messages: Translated<Messages>; problems: Readonly<Record<string, string>> }
type LocaleContextValue = {
  locale: Locale
  problems: Readonly<Record<string, string>>
  choose: (locale: Locale) => void
}

const LocaleContext = createContext<LocaleContextValue | undefined>(undefined)
const english: Catalogue = { locale: 'en', messages: en, problems: {} }

async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  if (locale === 'en') return english
  const [{ nb }, { problemsNb }] = await Promise.all([import('./messages/nb.ts'), import('./messages/problems.nb.ts')])
  return { locale, messages: nb, problems: problemsNb }
}

/**
 * The language of the screens: chosen and remembered, else the browser's. Dates are written in Norway's way in both
 * (English texts use en-GB's order of day and month). Nothing is drawn before the catalogue is here.
 */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState(() => preferredLocale())
  const [catalogue, setCatalogue] = useState(chosen === 'en' ? english : undefined)

  useEffect(() => {
    let isStale = false
    void loadCatalogue(chosen).then((loaded) => {
      if (!isStale) setCatalogue(loaded)
    })
    return () => {
      isStale = true
    }
  }, [chosen])

  useEffect(() => {
    if (catalogue) document.documentElement.lang = catalogue.locale
  }, [catalogue])

  const value = useMemo(
    () =>
      catalogue && {
        locale: catalogue.locale,
        problems: catalogue.problems,
        choose: (locale: Locale) => {
          rememberLocale(locale)
          setChosen(locale)
        },
      },
    [catalogue],
  )
  if (!value || !catalogue) return null
  return (
    <LocaleContext value={value}>
      <IntlProvider
        locale={catalogue.locale === 'nb' ? 'nb' : 'en-GB'}
        messages={catalogue.messages as Messages}
        timeZone="Europe/Oslo"
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
