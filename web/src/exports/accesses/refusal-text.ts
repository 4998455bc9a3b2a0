import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

const texts: Readonly<Record<string, 'groups' | 'token' | 'missing' | 'running' | 'tooMany'>> = {
  'call.forbidden': 'groups',
  'token.scope': 'token',
  'token.confined': 'token',
  'export.missing': 'missing',
  'site.missing': 'missing',
  'study.missing': 'missing',
  'subject.missing': 'missing',
  'export.running': 'running',
  'export.too-many': 'tooMany',
}

/** Why someone was refused, from the recorded reason code. A code that has no text is shown as it is. */
export function useRefusalText(): (reason: string) => string {
  const t = useTranslations('exports')
  return useCallback(
    (reason) => {
      const text = texts[reason]
      return text ? t(`refusals.${text}`) : reason
    },
    [t],
  )
}
