import { exportFailureOf } from '@casebook/domain/exports/failures.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { ExportEventsDocument } from '../generated/graphql.ts'
import classes from '../history/History.module.css'
import { HistoryDialog } from '../history/HistoryDialog.tsx'
import { useRefusalText } from './accesses/refusal-text.ts'
import type { ExportRow } from './use-exports.ts'

/** Who requested an export, how it ended, and who downloaded it or was refused, newest first. */
export function ExportHistory({ row, onClose }: { row: ExportRow; onClose: () => void }) {
  const t = useTranslations('exports')
  const format = useFormatter()
  const refusalText = useRefusalText()
  const { data, isReading } = useRead(ExportEventsDocument, { exportid: row.exportid })
  const timeOf = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' })
  function whyOf(kind: string, problem: string): string {
    if (kind === 'REFUSED') return refusalText(problem)
    const failure = exportFailureOf(problem)
    return failure ? t(`failures.${failure}`) : problem
  }
  return (
    <HistoryDialog
      heading={t('historyOf', {
        time: format.dateTime(new Date(row.askedAt), { dateStyle: 'medium', timeStyle: 'short' }),
      })}
      closeLabel={t('closeHistory')}
      onClose={onClose}
    >
      <ReadingBar isReading={isReading} />
      <ol className={classes.entries}>
        {data?.listExportEvents.toReversed().map(({ kind, at, by, problem }) => (
          <li key={`${at} ${kind} ${by}`} className={classes.entry}>
            <p className={classes.what}>{t(`events.${kind}`)}</p>
            <p className={classes.who}>
              {by && `${by} · `}
              <time dateTime={at}>{timeOf(at)}</time>
            </p>
            {problem && <p className={classes.reason}>{whyOf(kind, problem)}</p>}
          </li>
        ))}
      </ol>
    </HistoryDialog>
  )
}
