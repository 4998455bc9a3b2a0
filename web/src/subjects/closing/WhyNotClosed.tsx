import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import type { Closing } from './use-closing.ts'

/** Why the subject cannot be closed yet, with a link to what has to be done first. */
export function WhyNotClosed({ id, className, closing }: { id: string; className?: string; closing: Closing }) {
  const t = useTranslations('subject')
  const { why, obstacle, studyid, subjectid } = closing
  if (obstacle === undefined) return null
  const to = (below: string) => `${paths.subject(studyid, subjectid)}/${below}`
  return (
    <p id={id} className={className}>
      {why}
      {obstacle.kind === 'stoppedUpload' && (
        <>
          {' '}
          <Link to={to(`activities/${obstacle.activity}`)}>{t('toStoppedUpload')}</Link>
        </>
      )}
      {obstacle.kind === 'unsaved' &&
        obstacle.drafts.map(({ record, kind, name, to: below }, place) => (
          <span key={record}>
            {place === 0 ? ' ' : ' · '}
            <Link to={to(below)} state={{ record }}>
              {t('typedNotSaved', { name: name ?? t(`unnamedDraft.${kind}`) })}
            </Link>
          </span>
        ))}
    </p>
  )
}
