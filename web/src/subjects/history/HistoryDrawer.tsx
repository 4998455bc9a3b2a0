import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportError } from '../../calls/errors.ts'
import { readOnce, useRead } from '../../calls/graphql.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { ExportAccesses } from '../../exports/accesses/ExportAccesses.tsx'
import { SubjectHistoryDocument } from '../../generated/graphql.ts'
import classes from '../../history/History.module.css'
import { HistoryDialog } from '../../history/HistoryDialog.tsx'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { HistoryItem } from './HistoryItem.tsx'
import { type HistoryEntry, tellingEntries } from './history-changes.ts'
import { useHistoryText } from './history-text.ts'
import { PutBackButton } from './PutBackButton.tsx'
import { type Removed, removedEntries } from './removed-entries.ts'

const pageSize = 100

/** Who changed what and when, newest first. New entries appear live, and older ones are loaded on demand. */
export function HistoryDrawer({
  subject,
  offers,
  zone,
  isDisabled,
  onClose,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  zone: string
  /** Nothing of the subject can be changed now. */
  isDisabled: boolean
  onClose: () => void
}) {
  const t = useTranslations('subject')
  const { studyid, subjectid } = subject
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, isReading } = useRead(SubjectHistoryDocument, { studyid, subjectid, limit: pageSize })
  const [older, setOlder] = useState<readonly HistoryEntry[]>([])
  const [isAtEnd, setIsAtEnd] = useState(false)
  const text = useHistoryText(subject, offers, zone)
  const newest = data?.listHistory ?? []
  const known = new Set(older.map(({ historyid }) => historyid))
  const entries = [...newest.filter(({ historyid }) => !known.has(historyid)), ...older]
  const last = entries.at(-1)

  async function readOlder() {
    if (!last) return
    try {
      const answer = await readOnce(SubjectHistoryDocument, {
        studyid,
        subjectid,
        before: last.historyid,
        limit: pageSize,
      })
      // The visible entries are kept as read, because the newest page changes over time.
      setOlder([...entries, ...answer.listHistory])
      setIsAtEnd(answer.listHistory.length < pageSize)
    } catch (thrown) {
      reportError(thrown)
    }
  }

  const removed = isDisabled
    ? new Map<string, Removed>()
    : removedEntries(entries, new Set(subject.activities.map(({ activitytypeid }) => activitytypeid)))

  function putBackOf(entry: HistoryEntry) {
    const found = removed.get(entry.historyid)
    return (
      found && (
        <PutBackButton
          subjectid={subjectid}
          removed={found}
          what={text.what(entry)}
          onDone={() => heading.current?.focus()}
        />
      )
    )
  }

  return (
    <HistoryDialog heading={t('history')} headingRef={heading} closeLabel={t('closeHistory')} onClose={onClose}>
      <p className={classes.zone}>{t('timesIn', { zone })}</p>
      <ReadingBar isReading={isReading} />
      {data && entries.length === 0 && <p className={classes.zone}>{t('noHistory')}</p>}
      <ol className={classes.entries}>
        {tellingEntries(entries).map((entry) => (
          <HistoryItem key={entry.historyid} entry={entry} text={text} zone={zone} action={putBackOf(entry)} />
        ))}
      </ol>
      {newest.length === pageSize && !isAtEnd && (
        <Button variant="default" onClick={() => void readOlder()}>
          {t('older')}
        </Button>
      )}
      <ExportAccesses of={{ siteid: subject.siteid, studyid, subjectid }} />
    </HistoryDialog>
  )
}
