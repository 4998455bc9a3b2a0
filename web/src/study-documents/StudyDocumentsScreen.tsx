import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead, useWrite, writeOnce } from '../calls/graphql.ts'
import { TextButton } from '../components/buttons/TextButton.tsx'
import type { Column } from '../components/list/DataList.tsx'
import { ListScreen } from '../components/list/ListScreen.tsx'
import { usePanel } from '../components/page/use-panel.ts'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../components/removal/undo-reason.ts'
import {
  OnStudyDocumentsUpdatesDocument,
  PutBackStudyDocumentDocument,
  RemoveStudyDocumentDocument,
  StudyDocumentsDocument,
} from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useIsInGroup } from '../session/session.tsx'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { NewDocumentPanel, useKindText } from './DocumentForms.tsx'
import { DocumentPanel, type DocumentRow } from './DocumentPanel.tsx'

function idOf({ documentid }: DocumentRow): string {
  return documentid
}

function searched({ title, kind, versions }: DocumentRow): string {
  return [title, kind, ...versions.map(({ filename }) => filename)].join(' ')
}

/** The documents of a study, with the newest version of each. The panel shows all versions. */
export function StudyDocumentsScreen() {
  const t = useTranslations('studyDocuments')
  const { studyid } = useStudy()
  const { data, isReading } = useRead(StudyDocumentsDocument, { studyid })
  useLive(OnStudyDocumentsUpdatesDocument, { studyid })
  const mayChange = useIsInGroup('study:admin')
  const panel = usePanel()
  const columns = useColumns(mayChange, panel.isNew || panel.editid !== undefined)
  const opened = data?.listStudyDocuments.find(({ documentid }) => documentid === panel.editid)
  const add = (text: string) => (
    <Button onClick={panel.openNew} disabled={panel.isNew}>
      {text}
    </Button>
  )
  return (
    <StudyPage>
      <ListScreen
        heading={t('heading')}
        level={2}
        listKey={studyid}
        rows={data?.listStudyDocuments}
        isReading={isReading}
        rowKey={idOf}
        columns={columns}
        filterText={searched}
        count={(count) => t('count', { count })}
        empty={t('empty')}
        emptyPurpose={t('purpose')}
        emptyNext={mayChange && add(t('addFirst'))}
        add={mayChange && add(t('add'))}
        chosenKey={panel.editid}
        isPanelWide
        panel={
          panel.isNew && mayChange ? (
            <NewDocumentPanel studyid={studyid} onAdded={panel.openEdit} onClose={panel.close} />
          ) : (
            opened && (
              <DocumentPanel key={opened.documentid} studyid={studyid} document={opened} onClose={panel.close} />
            )
          )
        }
      />
    </StudyPage>
  )
}

/** `isNarrow`: a panel is open beside the list. */
function useColumns(mayChange: boolean, isNarrow: boolean): Column<DocumentRow>[] {
  const t = useTranslations('studyDocuments')
  const format = useFormatter()
  const kindText = useKindText()
  const { openEdit } = usePanel()
  const [removeDocument] = useWrite(RemoveStudyDocumentDocument)
  return useMemo(() => {
    const columns: Column<DocumentRow>[] = [
      {
        key: 'title',
        header: t('title'),
        cell: ({ documentid, title }) => <TextButton onClick={() => openEdit(documentid)}>{title}</TextButton>,
      },
      { key: 'kind', header: t('kind'), isSorted: true, cell: ({ kind }) => kindText(kind) },
      {
        key: 'version',
        header: t('newest'),
        cell: ({ versions }) => {
          const newest = versions.at(-1)
          return newest && t('versionOf', { number: String(newest.number), filename: newest.filename })
        },
      },
    ]
    const uploaded: Column<DocumentRow> = {
      key: 'uploaded',
      header: t('uploaded'),
      cell: ({ versions }) => {
        const newest = versions.at(-1)
        if (!newest) return null
        const at = format.dateTime(new Date(newest.uploadedAt), { dateStyle: 'medium' })
        return t('by', { at, by: newest.uploadedBy })
      },
    }
    if (!isNarrow) columns.push(uploaded)
    if (!mayChange) return columns
    return [
      ...columns,
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: ({ documentid, title }) => (
          <ConfirmRemoval
            name={title}
            note={t('removalNote')}
            remove={() => removeDocument({ documentid })}
            record={`study-document/${documentid}`}
            undo={() => writeOnce(PutBackStudyDocumentDocument, { documentid, reason: undoReason })}
          />
        ),
      },
    ]
  }, [t, format, kindText, openEdit, removeDocument, mayChange, isNarrow])
}
