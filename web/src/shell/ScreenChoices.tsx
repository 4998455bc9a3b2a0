import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { locales } from '../browser/preferences.ts'
import { useLocaleChoice } from '../locale/locale.tsx'
import classes from './ScreenChoices.module.css'

/** NB | EN, and light or dark. Both are remembered. By default the browser decides. */
export function ScreenChoices() {
  const t = useTranslations('app')
  const { locale, choose } = useLocaleChoice()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const schemeLabel = scheme === 'dark' ? t('toLight') : t('toDark')
  return (
    <div className={classes.choices}>
      <fieldset className={classes.languages}>
        <legend className={classes.hidden}>{t('language')}</legend>
        {locales.map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            aria-pressed={each === locale}
            aria-label={`${each.toUpperCase()} ${each === 'en' ? t('english') : t('norwegian')}`}
            onClick={() => choose(each)}
          >
            {each.toUpperCase()}
          </button>
        ))}
      </fieldset>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={schemeLabel}
        title={schemeLabel}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
      </ActionIcon>
    </div>
  )
}
