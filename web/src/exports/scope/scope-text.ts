import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

/** What an export or a refusal is about. */
export type Scoped = {
  studyid?: string | null
  studyName?: string | null
  subjectid?: string | null
  subjectIdentifier?: string | null
  subjectids?: readonly string[] | null
}

/** The extent in words, with the name of the study or subject, or its id if it was removed. */
export function useScopeText(): (of: Scoped) => string {
  const t = useTranslations('exports')
  return useCallback(
    ({ studyid, studyName, subjectid, subjectIdentifier, subjectids }) => {
      const study = studyName ?? studyid ?? ''
      if (subjectids) return t('subjectsNamed', { count: subjectids.length, name: study })
      if (subjectid) return t('subjectNamed', { name: subjectIdentifier ?? subjectid })
      return studyid ? t('studyNamed', { name: study }) : t('siteNamed')
    },
    [t],
  )
}
