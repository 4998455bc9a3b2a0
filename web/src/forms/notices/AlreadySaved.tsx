import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import { findAuthor } from '../../history/find-author.ts'
import type { Author } from '../../records/machine/entry.ts'
import { useOwnName } from '../../session/own-name.ts'

/** Says that somebody, or this person elsewhere, has saved the form that is being filled in here for the first time, who and when. */
export function AlreadySaved({
  subject: { studyid, subjectid },
  place,
}: {
  subject: { studyid: string; subjectid: string }
  /** The key of the form (keyOfOccurrence). */
  place: string
}) {
  const t = useTranslations('forms')
  const format = useFormatter()
  const ownName = useOwnName()
  const [author, setAuthor] = useState<Author>()
  useEffect(() => {
    // Without an answer, the notice does not say who.
    findAuthor({ studyid, subjectid }, 'form', place).then(setAuthor, () => undefined)
  }, [studyid, subjectid, place])
  const title = author
    ? t(author.by === ownName ? 'savedMeanwhileByYou' : 'savedMeanwhileBy', {
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
