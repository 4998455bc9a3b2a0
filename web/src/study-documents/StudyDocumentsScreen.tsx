import { shownTypeOf } from '@casebook/domain/study-documents/study-documents.rules.ts'
import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Divider.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/Text.css'
import { type ReactNode, useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { reportError } from '../calls/errors.ts'
import { readOnce, useRead, useWrite, writeOnce } from '../calls/graphql.ts'
import { TextButton } from '../components/buttons/TextButton.tsx'
import type { Column } from '../components/list/DataList.tsx'
import { ListScreen } from '../components/list/ListScreen.tsx'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { usePanel } from '../components/page/use-panel.ts'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../components/removal/undo-reason.ts'
import {
  OnStudyDocumentsUpdatesDocument,
  PutBackStudyDocumentDocument,
  RemoveStudyDocumentDocument,
  StudyDocumentLinksDocument,
  StudyDocumentsDocument,
  type StudyDocumentsQuery,
} from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { FileStatus } from '../reference-data/FileStatus.tsx'
import { useIsInGroup } from '../session/session.tsx'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { useByteText } from '../texts/byte-text.ts'
import { NewDocumentPanel, NewVersion, useKindText } from './DocumentForms.tsx'

type DocumentRow = StudyDocumentsQuery['listStudyDocuments'][number]

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
  const add = (text: string, variant: string) => (
    <Button variant={variant} size={variant === 'light' ? 'xs' : 'sm'} onClick={panel.openNew} disabled={panel.isNew}>
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
        emptyNext={mayChange && add(t('addFirst'), 'light')}
        add={mayChange && add(t('add'), 'filled')}
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
        cell: ({ documentid, title, version }) => (
          <ConfirmRemoval
            name={title}
            note={t('removalNote')}
            remove={() => removeDocument({ documentid, version })}
            record={`study-document/${documentid}`}
            undo={() => writeOnce(PutBackStudyDocumentDocument, { documentid, reason: undoReason })}
          />
        ),
      },
    ]
  }, [t, format, kindText, openEdit, removeDocument, mayChange, isNarrow])
}

/** Every version of a document, which one opens or downloads, and the form for the next one. */
function DocumentPanel({
  studyid,
  document,
  onClose,
}: {
  studyid: string
  document: DocumentRow
  onClose: () => void
}) {
  const kindText = useKindText()
  const mayChange = useIsInGroup('study:admin')
  const [shown, setShown] = useState<{ number: number; url: string; isImage: boolean }>()
  const { documentid, versions } = document

  /** Links are short-lived, so they are asked for when they are needed. */
  async function open(number: number, how: 'viewUrl' | 'downloadUrl') {
    try {
      const { listStudyDocuments } = await readOnce(StudyDocumentLinksDocument, { studyid })
      const found = listStudyDocuments.find((one) => one.documentid === documentid)
      const url = found?.versions.find((version) => version.number === number)?.[how]
      const filename = versions.find((version) => version.number === number)?.filename ?? ''
      if (!url) return
      // The response is an attachment, so the page stays.
      if (how === 'downloadUrl') location.assign(url)
      else setShown({ number, url, isImage: shownTypeOf(filename)?.startsWith('image/') ?? false })
    } catch (thrown) {
      reportError(thrown)
    }
  }

  return (
    <SidePanel heading={document.title} onClose={onClose}>
      <Text c="dimmed">{kindText(document.kind)}</Text>
      <ul style={{ padding: 0, listStyle: 'none' }}>
        {versions.toReversed().map((version) => (
          <Version
            key={version.number}
            version={version}
            isShown={shown?.number === version.number}
            onShow={() =>
              shown?.number === version.number ? setShown(undefined) : void open(version.number, 'viewUrl')
            }
            onDownload={() => void open(version.number, 'downloadUrl')}
          >
            {shown?.number === version.number && (
              // Browsers refuse to show a PDF file in a frame with the attribute; its answer carries the same policy.
              <iframe
                style={{ width: '100%', height: '70vh', background: 'white' }}
                title={version.filename}
                src={shown.url}
                referrerPolicy="no-referrer"
                {...(shown.isImage && { sandbox: '' })}
              />
            )}
          </Version>
        ))}
      </ul>
      {mayChange && <NewVersion documentid={documentid} />}
    </SidePanel>
  )
}

function Version({
  version: { number, filename, date, status, size, uploadedAt, uploadedBy },
  isShown,
  onShow,
  onDownload,
  children,
}: {
  version: DocumentRow['versions'][number]
  isShown: boolean
  onShow: () => void
  onDownload: () => void
  children: ReactNode
}) {
  const t = useTranslations('studyDocuments')
  const format = useFormatter()
  const bytes = useByteText()
  const at = format.dateTime(new Date(uploadedAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li>
      <Divider my="sm" />
      <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
        <strong>{t('versionOf', { number: String(number), filename })}</strong>
        <span>
          {[date && t('dated', { date }), t('by', { at, by: uploadedBy }), size && bytes(size)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {status === 'UPLOADED' ? (
          <Group gap="md">
            {shownTypeOf(filename) && (
              <TextButton label={t(isShown ? 'hideNamed' : 'showNamed', { number: String(number) })} onClick={onShow}>
                {t(isShown ? 'hide' : 'show')}
              </TextButton>
            )}
            <TextButton label={t('downloadNamed', { number: String(number) })} onClick={onDownload}>
              {t('download')}
            </TextButton>
          </Group>
        ) : (
          <FileStatus status={status} />
        )}
        {children}
      </Stack>
    </li>
  )
}
