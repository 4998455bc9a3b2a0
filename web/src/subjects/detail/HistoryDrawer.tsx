import { Button, CloseButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportError } from '../../app/errors.ts'
import { readOnce, useRead } from '../../app/graphql.ts'
import { ReadingBar } from '../../components/ReadingBar.tsx'
import { SubjectHistoryDocument } from '../../generated/graphql.ts'
import classes from './HistoryDrawer.module.css'
import { HistoryItem } from './HistoryItem.tsx'
import type { HistoryEntry } from './history-changes.ts'
import { useHistoryText } from './history-text.ts'
import type { SubjectOffers, SubjectRecord } from './subject-record.ts'

const pageSize = 100

/** Who changed what when, newest first; it grows as things happen, and older entries are read on demand. */
export function HistoryDrawer({
  subject,
  offers,
  zone,
  onClose,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  zone: string
  onClose: () => void
}) {
  const t = useTranslations('subject')
  const { studyid, subjectid } = subject
  const dialog = useRef<HTMLDialogElement>(null)
  const { data, isReading } = useRead(SubjectHistoryDocument, { studyid, subjectid, limit: pageSize })
  const [older, setOlder] = useState<readonly HistoryEntry[]>([])
  const [isAtEnd, setIsAtEnd] = useState(false)
  const text = useHistoryText(subject, offers, zone)
  const newest = data?.listHistory ?? []
  const known = new Set(older.map(({ historyid }) => historyid))
  const entries = [...newest.filter(({ historyid }) => !known.has(historyid)), ...older]
  const last = entries.at(-1)

  useEffect(() => dialog.current?.showModal(), [])

  async function readOlder() {
    if (!last) return
    try {
      const answer = await readOnce(SubjectHistoryDocument, {
        studyid,
        subjectid,
        before: last.historyid,
        limit: pageSize,
      })
      // What is on screen now is kept as read: the newest page moves on as things happen.
      setOlder([...entries, ...answer.listHistory])
      setIsAtEnd(answer.listHistory.length < pageSize)
    } catch (thrown) {
      reportError(thrown)
    }
  }

  return (
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-labelledby="history-heading"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={() => undefined}
    >
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 id="history-heading">{t('history')}</h2>
          <CloseButton aria-label={t('closeHistory')} onClick={onClose} />
        </div>
        <p className={classes.zone}>{t('timesIn', { zone })}</p>
        <ReadingBar isReading={isReading} />
        {data && entries.length === 0 && <p className={classes.zone}>{t('noHistory')}</p>}
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <HistoryItem key={entry.historyid} entry={entry} text={text} zone={zone} />
          ))}
        </ol>
        {newest.length === pageSize && !isAtEnd && (
          <Button variant="default" onClick={() => void readOlder()}>
            {t('older')}
          </Button>
        )}
      </div>
    </dialog>
  )
}
