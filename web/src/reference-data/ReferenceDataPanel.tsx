import { compareReferenceData } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { useHelpText } from '../components/HelpText.tsx'
import { DataList } from '../components/list/DataList.tsx'
import { OnReferenceDataUpdatesDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import classes from './file/ReferenceData.module.css'
import { togetherPath } from './file/together-path.ts'
import type { ReferenceDataRecord } from './file/use-download.ts'
import type { Covered } from './InspectionLines.tsx'
import { useReferenceDataColumns } from './reference-data-columns.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { rowOf, targetKey, type UploadTarget } from './uploads/upload-state.ts'
import { closeUploads, dismissUploads, useUploadRows, useUploads } from './uploads/uploads.ts'

/** The files of one activity, opened by the row's count button. Uploads continue after it is closed. */
export function ReferenceDataPanel({
  target,
  activity,
  files,
  isDisabled,
  onClose,
}: {
  target: UploadTarget
  activity: Covered
  files: readonly ReferenceDataRecord[]
  isDisabled: boolean
  onClose: () => void
}) {
  const t = useTranslations('referenceData')
  const { studyid, subjectid, activitytypeid, visitid, occurrence } = target
  const key = targetKey(target)
  const uploads = useUploads(subjectid, key)
  // Uploads from here show their progress below instead, until their rows are read as uploaded.
  const fromHere = new Map(uploads.map((upload) => [rowOf(upload), upload.state.phase]))
  const listed = files.filter(({ referencedataid, status }) => {
    const phase = fromHere.get(referencedataid)
    return phase === undefined || (phase === 'complete' && status !== 'PENDING')
  })
  useUploadRows(subjectid, key, files)
  const [isAdding, setIsAdding] = useState(uploads.length > 0)
  const uploaded = listed.flatMap(({ status, referencedataid }) => (status === 'UPLOADED' ? [referencedataid] : []))
  const columns = useReferenceDataColumns({ studyid, subjectid, activity, isDisabled })
  const headingid = useId()
  const about = useHelpText(t('heading'), t('help'))
  const heading = useRef<HTMLHeadingElement>(null)
  useLive(OnReferenceDataUpdatesDocument, { subjectid, activitytypeid, visitid, occurrence })

  useEffect(() => heading.current?.focus({ preventScroll: false }), [])

  // The last file's button disappears with it: focus the heading.
  const isUploading = uploads.length > 0 || (isAdding && !isDisabled)
  const wasUploading = useRef(isUploading)
  useEffect(() => {
    if (wasUploading.current && !isUploading && document.activeElement === document.body) heading.current?.focus()
    wasUploading.current = isUploading
  }, [isUploading])

  return (
    <section
      className={classes.panel}
      aria-labelledby={headingid}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.head}>
        <h3 id={headingid} ref={heading} tabIndex={-1} className={classes.title}>
          {t('heading')} <span className={classes.of}>{activity.name}</span>
        </h3>
        {about.button}
      </div>
      {about.text && <div className={classes.help}>{about.text}</div>}
      {(listed.length > 0 || uploads.length === 0) && (
        <DataList
          label={t('listOf', { name: activity.name })}
          rows={listed}
          rowKey={(file) => file.referencedataid}
          columns={columns}
          compare={compareReferenceData}
          isReading={false}
          isCompact
          empty={t('empty')}
        />
      )}
      {isUploading ? (
        <UploadPanel
          target={target}
          activity={activity}
          uploads={uploads}
          isDisabled={isDisabled}
          onClose={() => {
            closeUploads(subjectid, key)
            setIsAdding(false)
            heading.current?.focus()
          }}
          onDismiss={() => {
            dismissUploads(subjectid, key)
            setIsAdding(false)
          }}
        />
      ) : (
        <div className={classes.actions}>
          <Button size="sm" variant="light" disabled={isDisabled} onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
          {uploaded.length > 1 && (
            <LinkButton size="sm" to={togetherPath(studyid, subjectid, uploaded)}>
              {t('showTogether')}
            </LinkButton>
          )}
          <Button size="sm" variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </section>
  )
}
