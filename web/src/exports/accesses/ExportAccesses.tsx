import { useFormatter, useTranslations } from 'use-intl'
import { useRead } from '../../calls/graphql.ts'
import { ExportAccessesDocument } from '../../generated/graphql.ts'
import classes from '../../history/History.module.css'
import { useScopeText } from '../scope/scope-text.ts'
import { useRefusalText } from './refusal-text.ts'

type Of = { siteid: string; studyid?: string; subjectid?: string }

/**
 * Who exported a subject's record as JSON, and who was refused an export: folded, newest first; the same
 * refusal is one entry a day, with its number. Nothing if nobody.
 */
export function ExportAccesses({ of: { siteid, studyid, subjectid } }: { of: Of }) {
  const t = useTranslations('exports')
  const format = useFormatter()
  const scopeText = useScopeText()
  const refusalText = useRefusalText()
  const { data } = useRead(ExportAccessesDocument, { siteid, studyid: studyid ?? null, subjectid: subjectid ?? null })
  const accesses = data?.listExportAccesses ?? []
  if (accesses.length === 0) return null
  return (
    <details>
      <summary>{t('accesses')}</summary>
      <ol className={classes.entries}>
        {accesses.map(({ accessid, kind, at, times, by, problem, ...access }) => (
          <li key={accessid} className={classes.entry}>
            <p className={classes.what}>
              {t(`accessKinds.${kind}`)}
              {subjectid === undefined && ` · ${scopeText(access)}`}
            </p>
            <p className={classes.who}>
              {by} · {times > 1 && `${t('repeated', { times })} `}
              <time dateTime={at}>{format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' })}</time>
            </p>
            {problem && <p className={classes.reason}>{refusalText(problem)}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}
