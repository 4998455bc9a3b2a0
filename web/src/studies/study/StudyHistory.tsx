import { useMessages, useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { readOnce, useRead } from '../../calls/graphql.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { StudyHistoryDocument } from '../../generated/graphql.ts'
import { HistoryDialog } from '../../history/HistoryDialog.tsx'
import { HistoryItem, HistoryList, historyPage } from '../../history/HistoryList.tsx'
import {
  type HistoryEntry,
  historyChanges,
  isOfStudy,
  recordName,
  tellingEntries,
} from '../../history/history-changes.ts'
import { fileStatusTexts, isFileStatus } from '../../reference-data/file/file-status.ts'
import { useByteText } from '../../texts/byte-text.ts'
import { useStatusText } from './StatusBadge.tsx'

/** Who changed what of a study, its types and its documents, and when. */
export function StudyHistory({ studyid, onClose }: { studyid: string; onClose: () => void }) {
  const t = useTranslations('history')
  const { data, isReading } = useRead(StudyHistoryDocument, { studyid, limit: historyPage })
  const text = useStudyHistoryText()

  async function readBefore(before: string) {
    const page = await readOnce(StudyHistoryDocument, { studyid, before, limit: historyPage })
    return page.listStudyHistory
  }

  return (
    <HistoryDialog heading={t('history')} closeLabel={t('close')} onClose={onClose}>
      <ReadingBar isReading={isReading} />
      <HistoryList newest={data?.listStudyHistory} readBefore={readBefore} zone={studyZone()}>
        {(entries) =>
          tellingEntries(entries).map((entry) => (
            <HistoryItem
              key={entry.historyid}
              entry={entry}
              what={t(`actionDone.${entry.action}`, { what: text.what(entry, entries) })}
              zone={studyZone()}
              changes={historyChanges(entry).map((change) => ({
                key: change.label,
                label: text.label(entry, change.label),
                before: change.before && text.value(entry, change.label, change.before),
                after: text.value(entry, change.label, change.after),
              }))}
            />
          ))
        }
      </HistoryList>
    </HistoryDialog>
  )
}

/** Entries of a study's history as text. */
function useStudyHistoryText() {
  const t = useTranslations('history')
  const { history: texts } = useMessages()
  const fileStatus = useTranslations('referenceData')
  const statusText = useStatusText()
  const bytes = useByteText()

  return {
    what(entry: HistoryEntry, entries: readonly HistoryEntry[]): string {
      const kind = isOfStudy(entry.kind) ? t(`kinds.${entry.kind}`) : entry.kind
      return [kind, recordName(entry, entries)].filter(Boolean).join(' ')
    },
    /** The name of a field of a form type is its own. */
    label({ kind }: HistoryEntry, label: string): string {
      return textAt(texts.fields, kind, label) ?? label
    },
    value({ kind }: HistoryEntry, label: string, value: string | undefined): string {
      if (value === undefined) return t('nothing')
      if (label === 'draft') return t(value === 'changed' ? 'draftChanged' : 'draftSaved')
      if (label === 'size') return bytes(Number(value))
      if (label === 'status' && kind === 'study') return statusText(value)
      if (label === 'status' && isFileStatus(value)) return fileStatus(fileStatusTexts[value])
      if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no')
      return textAt(texts.values, kind, label, value) ?? value
    },
  }
}

/** The text below these keys, if there is one. */
function textAt(from: unknown, ...keys: readonly string[]): string | undefined {
  let found = from
  for (const key of keys) {
    const isBelow = typeof found === 'object' && found !== null && Object.hasOwn(found, key)
    found = isBelow ? Reflect.get(Object(found), key) : undefined
  }
  return typeof found === 'string' ? found : undefined
}
