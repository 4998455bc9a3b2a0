import { offeredDocumentKinds } from '@casebook/domain/study-documents/study-documents.rules.ts'
import { useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { readOnce, useRead } from '../../calls/graphql.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { OnStudyDocumentsUpdatesDocument, StudyHistoryDocument } from '../../generated/graphql.ts'
import { HistoryDialog } from '../../history/HistoryDialog.tsx'
import { HistoryItem, HistoryList, historyPage } from '../../history/HistoryList.tsx'
import {
  type HistoryChange,
  type HistoryEntry,
  historyChanges,
  recordName,
  tellingEntries,
} from '../../history/history-changes.ts'
import { useLive } from '../../live/live.ts'
import { fileStatusTexts, isFileStatus } from '../../reference-data/file/file-status.ts'
import { useByteText } from '../../texts/byte-text.ts'
import { useStatusText } from './StatusBadge.tsx'

/** Who changed what of a study, its types and its documents, and when. */
export function StudyHistory({ studyid, onClose }: { studyid: string; onClose: () => void }) {
  const t = useTranslations('history')
  const { data, isReading } = useRead(StudyHistoryDocument, { studyid, limit: historyPage })
  // Changes of types are changes of the study, which its page subscribes to.
  useLive(OnStudyDocumentsUpdatesDocument, { studyid })
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
                label: text.label(change),
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

const kinds = ['study', 'activity_type', 'form_type', 'visit', 'study_document', 'study_document_version'] as const
const labels = [
  'places',
  'name',
  'status',
  'identifier',
  'description',
  'number',
  'draft',
  'day',
  'days_before',
  'days_after',
  'repeats',
  'title',
  'kind',
  'filename',
  'date',
  'size',
] as const

/** Entries of a study's history as text. */
function useStudyHistoryText() {
  const t = useTranslations('history')
  const fileStatus = useTranslations('referenceData')
  const documents = useTranslations('studyDocuments')
  const statusText = useStatusText()
  const bytes = useByteText()

  return {
    what(entry: HistoryEntry, entries: readonly HistoryEntry[]): string {
      const kind = kinds.find((known) => known === entry.kind)
      return [kind ? t(`kinds.${kind}`) : entry.kind, recordName(entry, entries)].filter(Boolean).join(' ')
    },
    label({ label }: HistoryChange): string {
      const known = labels.find((each) => each === label)
      return known ? t(`labels.${known}`) : label
    },
    value({ kind }: HistoryEntry, label: string, value: string | undefined): string {
      if (value === undefined) return t('nothing')
      if (label === 'draft') return t(value === 'changed' ? 'draftChanged' : 'draftSaved')
      if (label === 'size') return bytes(Number(value))
      if (label === 'status' && kind === 'study') return statusText(value)
      if (label === 'status' && isFileStatus(value)) return fileStatus(fileStatusTexts[value])
      if (label === 'kind') {
        const offered = offeredDocumentKinds.find((one) => one === value)
        return offered ? documents(`kinds.${offered}`) : value
      }
      if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no')
      return value
    },
  }
}
