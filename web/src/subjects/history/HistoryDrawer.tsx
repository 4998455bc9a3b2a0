import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { activityKey } from '../../activities/record/activity-record.ts'
import { readOnce, useRead } from '../../calls/graphql.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { ExportAccesses } from '../../exports/accesses/ExportAccesses.tsx'
import { FormerTypesDocument, StudiesDocument, SubjectHistoryDocument } from '../../generated/graphql.ts'
import classes from '../../history/History.module.css'
import { HistoryDialog } from '../../history/HistoryDialog.tsx'
import { HistoryItem, HistoryList, historyPage } from '../../history/HistoryList.tsx'
import {
  type HistoryEntry,
  historyChanges,
  joinMoves,
  rowOf,
  snapshotOf,
  statusStep,
  tellingEntries,
} from '../../history/history-changes.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { useHistoryText } from './history-text.ts'
import { PutBackButton } from './PutBackButton.tsx'
import { type Removed, removedEntries } from './removed-entries.ts'

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
  const ofHistory = useTranslations('history')
  const { studyid, subjectid } = subject
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, isReading } = useRead(SubjectHistoryDocument, { studyid, subjectid, limit: historyPage })
  const studies = useRead(StudiesDocument, { siteid: subject.siteid }).data?.listStudies ?? []
  const former = data?.listHistory.map(studyOf).find((id) => id !== undefined && id !== studyid)
  const formerTypes = useRead(FormerTypesDocument, former === undefined ? undefined : { studyid: former }).data
  const text = useHistoryText(subject, offers, zone, { studies, ...formerTypes })

  async function readBefore(before: string) {
    const page = await readOnce(SubjectHistoryDocument, { studyid, subjectid, before, limit: historyPage })
    return page.listHistory
  }

  const known = new Set(subject.activities.map(activityKey))

  function items(all: readonly HistoryEntry[]) {
    const entries = joinMoves(all)
    const here = entries.filter((entry) => (studyOf(entry) ?? studyid) === studyid || !isOfType(entry))
    const removed = isDisabled ? new Map<string, Removed>() : removedEntries(here, known)
    return tellingEntries(entries).map((entry) => {
      const found = removed.get(entry.historyid)
      return (
        <SubjectHistoryItem key={entry.historyid} entry={entry} text={text} zone={zone}>
          {found && (
            <PutBackButton
              subjectid={subjectid}
              removed={found}
              what={text.what(entry)}
              onDone={() => heading.current?.focus()}
            />
          )}
        </SubjectHistoryItem>
      )
    })
  }

  return (
    <HistoryDialog heading={t('history')} headingRef={heading} closeLabel={ofHistory('close')} onClose={onClose}>
      <ReadingBar isReading={isReading} />
      <HistoryList newest={data?.listHistory} readBefore={readBefore} zone={zone}>
        {items}
      </HistoryList>
      <ExportAccesses of={{ siteid: subject.siteid, studyid, subjectid }} />
    </HistoryDialog>
  )
}

/** The study in which an entry was made; undefined if it does not say. */
function studyOf({ before, after }: HistoryEntry): string | undefined {
  const { studyid } = { ...rowOf(before), ...rowOf(after) }
  return typeof studyid === 'string' ? studyid : undefined
}

/** Whether it is of a record whose id is that of its type, which another study does not have. */
function isOfType({ kind }: HistoryEntry): boolean {
  return kind === 'form' || kind === 'activity'
}

function SubjectHistoryItem({
  entry,
  text,
  zone,
  children,
}: {
  entry: HistoryEntry
  text: ReturnType<typeof useHistoryText>
  zone: string
  children: ReactNode
}) {
  const t = useTranslations('subject')
  const ofHistory = useTranslations('history')
  const what = text.what(entry)
  const step = statusStep(entry)
  const snapshot = snapshotOf(entry)
  return (
    <HistoryItem
      entry={entry}
      what={step ? t(`statusStep.${step}`, { what }) : ofHistory(`actionDone.${entry.action}`, { what })}
      zone={zone}
      changes={historyChanges(entry).map((change) => ({
        key: `${change.isReason} ${change.isVersion} ${change.label}`,
        label: text.label(entry, change),
        before: change.before && text.value(entry, change, change.before),
        after: text.value(entry, change, change.after),
      }))}
    >
      {children}
      {snapshot && (
        <details className={classes.snapshot}>
          <summary>{t('showSnapshot')}</summary>
          <pre>{snapshot}</pre>
        </details>
      )}
    </HistoryItem>
  )
}
