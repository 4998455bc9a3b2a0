import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { reportError } from '../calls/errors.ts'
import { undoReason } from '../components/removal/undo-reason.ts'
import classes from './History.module.css'
import type { HistoryEntry } from './history-changes.ts'

/** How many entries are read at a time. */
export const historyPage = 100

/**
 * Entries of a history, newest first. New ones appear live, and older ones are read on demand. `newest`: the newest page,
 * undefined until it is read. `readBefore` reads the page before an entry.
 */
export function HistoryList({
  newest,
  readBefore,
  zone,
  children,
}: {
  newest: readonly HistoryEntry[] | undefined
  readBefore: (historyid: string) => Promise<readonly HistoryEntry[]>
  /** The time zone of the times. */
  zone: string
  /** Shows all entries that were read. */
  children: (entries: readonly HistoryEntry[]) => ReactNode
}) {
  const t = useTranslations('history')
  const [older, setOlder] = useState<readonly HistoryEntry[]>([])
  const [isAtEnd, setIsAtEnd] = useState(false)
  const known = new Set(older.map(({ historyid }) => historyid))
  const entries = [...(newest ?? []).filter(({ historyid }) => !known.has(historyid)), ...older]
  const last = entries.at(-1)

  async function readOlder() {
    if (!last) return
    try {
      const page = await readBefore(last.historyid)
      // The visible entries are kept as read, because the newest page changes over time.
      setOlder([...entries, ...page])
      setIsAtEnd(page.length < historyPage)
    } catch (thrown) {
      reportError(thrown)
    }
  }

  return (
    <>
      <p className={classes.zone}>{t('newestFirst', { zone })}</p>
      {newest && entries.length === 0 && <p className={classes.zone}>{t('none')}</p>}
      <ol className={classes.entries}>{children(entries)}</ol>
      {newest?.length === historyPage && !isAtEnd && (
        <Button variant="default" onClick={() => void readOlder()}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

/** A change as it is shown. `before`: undefined if nothing was there to show. */
type ShownChange = { key: string; label: string; before: string | undefined; after: string }

/** One change: what, by whom and when, the reason if there is one, and each value before and after. */
export function HistoryItem({
  entry,
  what,
  changes,
  zone,
  children,
}: {
  entry: HistoryEntry
  what: string
  changes: readonly ShownChange[]
  zone: string
  /** Shown below the changes. */
  children?: ReactNode
}) {
  const t = useTranslations('history')
  const format = useFormatter()
  const at = format.dateTime(new Date(entry.at), { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone })
  const { reason } = entry
  return (
    <li className={classes.entry}>
      <p className={classes.what}>{what}</p>
      <p className={classes.who}>
        {entry.actor} · <time dateTime={entry.at}>{at}</time>
      </p>
      {reason && (
        <p className={classes.reason}>{t('because', { reason: reason === undoReason ? t('undoReason') : reason })}</p>
      )}
      <dl className={classes.changes}>
        {changes.map(({ key, label, before, after }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {before !== undefined && (
                <>
                  <del>{before}</del>
                  <span aria-hidden> → </span>
                </>
              )}
              <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </li>
  )
}
