import { shownTypeOf } from '@casebook/domain/study-documents/study-documents.rules.ts'
import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { reportError } from '../calls/errors.ts'
import { readOnce } from '../calls/graphql.ts'
import { TextButton } from '../components/buttons/TextButton.tsx'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { StudyDocumentLinksDocument, type StudyDocumentsQuery } from '../generated/graphql.ts'
import { FileStatus } from '../reference-data/FileStatus.tsx'
import { useIsInGroup } from '../session/session.tsx'
import { useByteText } from '../texts/byte-text.ts'
import { NewVersion, useKindText } from './DocumentForms.tsx'
import classes from './StudyDocuments.module.css'

export type DocumentRow = StudyDocumentsQuery['listStudyDocuments'][number]

/** Every version of a document, which one opens or downloads, and the form for the next one. */
export function DocumentPanel({
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
      <p className={classes.kind}>{kindText(document.kind)}</p>
      <ul className={classes.versions}>
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
                className={classes.frame}
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
    <li className={classes.version}>
      <strong>{t('versionOf', { number: String(number), filename })}</strong>
      <span>
        {[date && t('dated', { date }), t('by', { at, by: uploadedBy }), size && bytes(size)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {status === 'UPLOADED' ? (
        <span className={classes.actions}>
          {shownTypeOf(filename) && (
            <TextButton label={t(isShown ? 'hideNamed' : 'showNamed', { number: String(number) })} onClick={onShow}>
              {t(isShown ? 'hide' : 'show')}
            </TextButton>
          )}
          <TextButton label={t('downloadNamed', { number: String(number) })} onClick={onDownload}>
            {t('download')}
          </TextButton>
        </span>
      ) : (
        <FileStatus status={status} />
      )}
      {children}
    </li>
  )
}
