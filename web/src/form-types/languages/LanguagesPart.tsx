import { NativeSelect } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFocusNext } from '../../components/form/use-focus-next.ts'
import classes from './LanguagesPart.module.css'
import { languageName, otherLanguages } from './languages.ts'

/** What is said in other languages, folded away: a part for each language, and a choice of one more. */
export function LanguagesPart({
  languages,
  error,
  children,
}: {
  /** Those in which something is said, here or elsewhere in the form type. */
  languages: readonly string[]
  error?: string | undefined
  /** The inputs for a language. */
  children: (language: string) => ReactNode
}) {
  const t = useTranslations('formTypes')
  const locale = useLocale()
  const [added, setAdded] = useState<readonly string[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const shown = [...new Set([...languages, ...added])]
  const place = useRef<HTMLDetailsElement>(null)
  const focusNext = useFocusNext(place)

  return (
    <details
      ref={place}
      className={classes.languages}
      open={isOpen || error !== undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        {t('languages.title')}
        {shown.length > 0 && (
          <span className={classes.quiet}> {shown.map((language) => languageName(language, locale)).join(', ')}</span>
        )}
      </summary>
      {isOpen && (
        <div className={classes.all}>
          <p className={classes.quiet}>{t('languages.hint')}</p>
          {shown.map((language) => (
            <fieldset key={language} className={classes.language} data-language={language}>
              <legend className={classes.legend}>{languageName(language, locale)}</legend>
              {children(language)}
            </fieldset>
          ))}
          <NativeSelect
            size="xs"
            className={classes.add}
            aria-label={t('languages.add')}
            value=""
            onChange={(event) => {
              const language = event.currentTarget.value
              focusNext(`[data-language="${language}"] input`)
              setAdded([...added, language])
            }}
          >
            <option value="" disabled>
              {t('languages.add')}
            </option>
            {otherLanguages(shown, locale).map(({ language, name }) => (
              <option key={language} value={language}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </div>
      )}
      {error && <p className={classes.error}>{error}</p>}
    </details>
  )
}
