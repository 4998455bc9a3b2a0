import type { Times } from '@casebook/domain/recordings/seen/coverage.rules.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import { isNoRecording } from '@casebook/domain/reference-data/file-description.ts'
import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { IconWaveSine } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useWrite } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { TextButton } from '../components/buttons/TextButton.tsx'
import type { Column } from '../components/list/DataTable.tsx'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../components/removal/undo-reason.ts'
import { PutBackReferenceDataDocument, RemoveReferenceDataDocument } from '../generated/graphql.ts'
import { useByteText } from '../texts/byte-text.ts'
import { FileStatus } from './FileStatus.tsx'
import { FileSummary } from './FileSummary.tsx'
import classes from './file/ReferenceData.module.css'
import type { ReferenceDataRecord } from './file/use-download.ts'
import { useDownload } from './file/use-download.ts'

/** File, status and delete. An uploaded file downloads by a link that is requested on click. */
export function useReferenceDataColumns({
  studyid,
  subjectid,
  activity,
  isDisabled,
}: {
  studyid: string
  subjectid: string
  activity: Times
  isDisabled: boolean
}): Column<ReferenceDataRecord>[] {
  const t = useTranslations('referenceData')
  const bytes = useByteText()
  const [remove] = useWrite(RemoveReferenceDataDocument, `subject/${subjectid}`)
  const [putBack] = useWrite(PutBackReferenceDataDocument, `subject/${subjectid}`)

  const download = useDownload(subjectid)

  return [
    {
      key: 'file',
      header: t('file'),
      isSorted: true,
      cell: (file) => {
        const { filename, status, size } = file
        const description = readFileDescription(file.description)
        return (
          <div>
            {status === 'UPLOADED' ? (
              <TextButton label={t('download', { filename })} onClick={() => void download(file)}>
                {filename}
              </TextButton>
            ) : (
              filename
            )}
            {typeof size === 'number' && <span className={classes.size}> {bytes(size)}</span>}
            {description && (
              <FileSummary
                description={description}
                zone={file.zone}
                clockCorrection={file.clockCorrection}
                activity={activity}
              />
            )}
          </div>
        )
      },
    },
    { key: 'status', header: t('status'), cell: ({ status }) => <FileStatus status={status} /> },
    {
      key: 'actions',
      header: t('actions'),
      isHeaderHidden: true,
      cell: ({ referencedataid, activitytypeid, visitid, occurrence, filename, status, description }) => (
        <>
          {status === 'UPLOADED' && (
            <OpenLink
              to={paths.recording(
                studyid,
                subjectid,
                keyOfOccurrence(activitytypeid, { visitid, occurrence }),
                referencedataid,
              )}
              filename={filename}
              description={description}
            />
          )}
          <ConfirmRemoval
            name={filename}
            isDisabled={isDisabled}
            label={t('deleteNamed', { filename })}
            question={t('deleteQuestion', { filename })}
            note={t('staysInHistory')}
            verb="delete"
            remove={() => remove({ subjectid, referencedataid })}
            record={`file/${referencedataid}`}
            undo={() => putBack({ subjectid, referencedataid, reason: undoReason })}
          />
        </>
      ),
    },
  ]
}

/** A newer version may read what an older one could not: the way there stays, and promises nothing. */
function OpenLink({ to, filename, description }: { to: string; filename: string; description: string | null }) {
  const t = useTranslations('referenceData')
  const described = readFileDescription(description)
  const isTry = described !== undefined && isNoRecording(described)
  return (
    <LinkButton
      to={to}
      leftSection={isTry ? undefined : <IconWaveSine size={16} aria-hidden />}
      aria-label={isTry ? t('tryToOpenNamed', { filename }) : t('openNamed', { filename })}
    >
      {isTry ? t('tryToOpen') : t('open')}
    </LinkButton>
  )
}
