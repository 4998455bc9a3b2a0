import { findingCodes } from '@casebook/domain/recordings/quality/quality.ts'
import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { MarkCountsDocument, MarkedFilesDocument, type StudyOverviewQuery } from '../../generated/graphql.ts'
import classes from './MarkedFiles.module.css'

/** Files that are listed of one reason. */
const most = 100

type Names = ReadonlyMap<string, string>

/** The recordings of a study that somebody should look at, counted by the reason; a press lists them. */
export function MarkedFiles({
  studyid,
  activityTypes,
}: {
  studyid: string
  activityTypes: StudyOverviewQuery['listActivityTypes']
}) {
  const t = useTranslations('overview')
  const { data } = useRead(MarkCountsDocument, { studyid })
  const counts = data?.countMarkedFiles ?? []
  const all = counts.find(({ mark }) => (mark ?? null) === null)
  if (!all) return null
  const names = new Map(activityTypes.map(({ activitytypeid, description }) => [activitytypeid, description]))
  const reasons = counts.flatMap(({ mark, files }) =>
    findingCodes.flatMap((code) => (code === mark ? [{ code, files }] : [])),
  )
  return (
    <section className={classes.panel} aria-labelledby="marked">
      <h3 id="marked">{t('marked.heading')}</h3>
      <p className={classes.about}>{t('marked.about', { count: all.files })}</p>
      <ul className={classes.reasons}>
        {reasons.map(({ code, files }) => (
          <li key={code}>
            <Reason studyid={studyid} code={code} count={files} names={names} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ReasonCode = (typeof findingCodes)[number]

function Reason({ studyid, code, count, names }: { studyid: string; code: ReasonCode; count: number; names: Names }) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={classes.number}>{format.number(count)}</span> {t(`marked.reason.${code}`)}
      </summary>
      {isOpen && (
        <>
          <FilesOfReason studyid={studyid} code={code} names={names} />
          {count > most && <p>{t('marked.more', { count: count - most })}</p>}
        </>
      )}
    </details>
  )
}

function FilesOfReason({ studyid, code, names }: { studyid: string; code: ReasonCode; names: Names }) {
  const { data, isReading } = useRead(MarkedFilesDocument, { studyid, mark: code, limit: most })
  return (
    <>
      <ReadingBar isReading={isReading} />
      <ul className={classes.files}>
        {data?.listMarkedFiles.map(({ subjectid, identifier, activitytypeid, visitid, occurrence, ...file }) => (
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
    </>
  )
}
