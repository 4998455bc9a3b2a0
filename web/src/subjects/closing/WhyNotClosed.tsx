import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import type { Closing } from './use-closing.ts'

/** Why the subject cannot be closed yet, with a link to each unsaved text. */
export function WhyNotClosed({ id, className, closing }: { id: string; className?: string; closing: Closing }) {
  const t = useTranslations('subject')
  const { why, unsaved, studyid, subjectid } = closing
  if (why === undefined) return null
  return (
    <p id={id} className={className}>
      {why}
      {unsaved.map(({ record, kind, name, to }, place) => (
        <span key={record}>
          {place === 0 ? ' ' : ' · '}
          <Link to={`${paths.subject(studyid, subjectid)}/${to}`}>
            {t('typedNotSaved', { name: name ?? t(`unnamedDraft.${kind}`) })}
          </Link>
        </span>
      ))}
    </p>
  )
}
