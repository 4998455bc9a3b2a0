import { useTranslations } from 'use-intl'
import { reportError } from '../app/errors.ts'
import { readOnce, useWrite } from '../app/graphql.ts'
import { ConfirmRemoval } from '../components/ConfirmRemoval.tsx'
import type { Column } from '../components/DataTable.tsx'
import { TextButton } from '../components/TextButton.tsx'
import { DownloadLinksDocument, RemoveReferenceDataDocument } from '../generated/graphql.ts'
import { useByteText } from './byte-text.ts'
import { FileStatus } from './FileStatus.tsx'
import classes from './ReferenceData.module.css'
import type { ReferenceDataRecord } from './reference-record.ts'

/** File, status and delete. A file that is there downloads by a link that is asked for when it is clicked. */
export function useReferenceDataColumns({
  subjectid,
  activitytypeid,
  isDisabled,
}: {
  subjectid: string
  activitytypeid: string
  isDisabled: boolean
}): Column<ReferenceDataRecord>[] {
  const t = useTranslations('referenceData')
  const bytes = useByteText()
  const [remove] = useWrite(RemoveReferenceDataDocument)

  async function download(referencedataid: string) {
    try {
      const { listReferenceData } = await readOnce(DownloadLinksDocument, { subjectid, activitytypeid })
      const link = listReferenceData.find((file) => file.referencedataid === referencedataid)?.downloadUrl
      // The answer is an attachment, so the page stays.
      if (link) location.assign(link)
    } catch (thrown) {
      reportError(thrown)
    }
  }

  return [
    {
      key: 'file',
      header: t('file'),
      isSorted: true,
      cell: ({ referencedataid, filename, status, size }) => (
        <>
          {status === 'UPLOADED' ? (
            <TextButton label={t('download', { filename })} onClick={() => void download(referencedataid)}>
              {filename}
            </TextButton>
          ) : (
            filename
          )}
          {typeof size === 'number' && <span className={classes.size}> {bytes(size)}</span>}
        </>
      ),
    },
    { key: 'status', header: t('status'), cell: ({ status }) => <FileStatus status={status} /> },
    {
      key: 'actions',
      header: t('actions'),
      isHeaderHidden: true,
      cell: ({ referencedataid, filename }) => (
        <ConfirmRemoval
          name={filename}
          isDisabled={isDisabled}
          label={t('deleteNamed', { filename })}
          question={t('deleteQuestion', { filename })}
          note={t('staysInHistory')}
          remove={() => remove({ subjectid, referencedataid })}
        />
      ),
    },
  ]
}
