import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import classes from '../../history/History.module.css'
import { type HistoryEntry, historyChanges, snapshotOf, statusStep } from './history-changes.ts'
import type { useHistoryText } from './history-text.ts'

/** One change: what, by whom and when, the reason if there is one, and each value before and after. */
export function HistoryItem({
  entry,
  text,
  zone,
  action,
}: {
  entry: HistoryEntry
  text: ReturnType<typeof useHistoryText>
  zone: string
  /** The available action. */
  action: ReactNode
}) {
  const t = useTranslations('subject')
  const format = useFormatter()
  const at = format.dateTime(new Date(entry.at), { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone })
  const step = statusStep(entry)
  const snapshot = snapshotOf(entry)
  return (
    <li className={classes.entry}>
      <p className={classes.what}>
        {t(step ? `statusStep.${step}` : `actionDone.${entry.action}`, { what: text.what(entry) })}
      </p>
      <p className={classes.who}>
        {entry.actor} · <time dateTime={entry.at}>{at}</time>
      </p>
      {entry.reason && <p className={classes.reason}>{t('because', { reason: text.reason(entry.reason) })}</p>}
      <dl className={classes.changes}>
        {historyChanges(entry).map((change) => (
          <div key={`${change.isReason} ${change.isVersion} ${change.label}`}>
            <dt>{text.label(entry, change)}</dt>
            <dd>
              {change.before !== undefined && (
                <>
                  <del>{text.value(entry, change, change.before)}</del>
                  <span aria-hidden> → </span>
                </>
              )}
              <ins>{text.value(entry, change, change.after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {action}
      {snapshot && (
        <details className={classes.snapshot}>
          <summary>{t('showSnapshot')}</summary>
          <pre>{snapshot}</pre>
        </details>
      )}
    </li>
  )
}
