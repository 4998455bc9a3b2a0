import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import type { Author, FindAuthor } from '../../drafts/use-record-draft.ts'

/** Says that a colleague has saved the form that is being filled in here for the first time, who and when. */
export function AlreadySaved({ findAuthor }: { findAuthor: FindAuthor }) {
  const t = useTranslations('forms')
  const format = useFormatter()
  const [author, setAuthor] = useState<Author>()
  useEffect(() => {
    // Without an answer, the notice does not say who.
    findAuthor().then(setAuthor, () => undefined)
  }, [findAuthor])
  const title = author
    ? t('savedMeanwhileBy', {
        by: author.by,
        at: format.dateTime(new Date(author.at), { dateStyle: 'medium', timeStyle: 'short' }),
      })
    : t('savedMeanwhile')
  return (
    <Notice kind="info" title={title}>
      {t('savedMeanwhileText')}
    </Notice>
  )
}
