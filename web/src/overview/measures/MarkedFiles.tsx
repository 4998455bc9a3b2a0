import { findingCodes } from '@casebook/domain/recordings/quality/quality.ts'
import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { MarkedFilesDocument, type MarkedFilesQuery, type StudyOverviewQuery } from '../../generated/graphql.ts'
import classes from './MarkedFiles.module.css'

type MarkedFile = MarkedFilesQuery['listMarkedFiles'][number]

/** Files that are listed of one reason. */
const most = 100

/** The recordings of a study that somebody should look at, counted by the reason; a press lists them. */
export function MarkedFiles({
  studyid,
  activityTypes,
}: {
  studyid: string
  activityTypes: StudyOverviewQuery['listActivityTypes']
}) {
  const t = useTranslations('overview')
  const { data } = useRead(MarkedFilesDocument, { studyid })
  const files = data?.listMarkedFiles ?? []
  if (files.length === 0) return null
  const names = new Map(activityTypes.map(({ activitytypeid, description }) => [activitytypeid, description]))
  const reasons = findingCodes
    .map((code) => ({ code, files: files.filter(({ marks }) => marks.includes(code)) }))
    .filter((reason) => reason.files.length > 0)
    .toSorted((a, b) => b.files.length - a.files.length)
  return (
    <section className={classes.panel} aria-labelledby="marked">
      <h3 id="marked">{t('marked.heading')}</h3>
      <p className={classes.about}>{t('marked.about', { count: files.length })}</p>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason.code}>
            <Reason studyid={studyid} code={reason.code} files={reason.files} names={names} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Reason({
  studyid,
  code,
  files,
  names,
}: {
  studyid: string
  code: (typeof findingCodes)[number]
  files: readonly MarkedFile[]
  names: ReadonlyMap<string, string>
}) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={classes.number}>{format.number(files.length)}</span> {t(`marked.reason.${code}`)}
      </summary>
      {isOpen && (
        <>
          <ul className={classes.files}>
            {files.slice(0, most).map(({ subjectid, identifier, activitytypeid, visitid, occurrence, ...file }) => (
              <li key={file.referencedataid}>
                <Link
                  to={paths.recording(
                    studyid,
                    subjectid,
                    keyOfOccurrence(activitytypeid, { visitid: visitid ?? null, occurrence }),
                    file.referencedataid,
                  )}
                >
                  {subjectName({ subjectid, identifier: identifier ?? null })}
                </Link>{' '}
                {names.get(activitytypeid)} <span className={classes.file}>{file.filename}</span>
              </li>
            ))}
          </ul>
          {files.length > most && <p>{t('marked.more', { count: files.length - most })}</p>}
        </>
      )}
    </details>
  )
}
