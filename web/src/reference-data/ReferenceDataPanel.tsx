import { compareReferenceData } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLive } from '../app/live.ts'
import { DataList } from '../components/DataList.tsx'
import { OnReferenceDataUpdatesDocument } from '../generated/graphql.ts'
import classes from './ReferenceData.module.css'
import { useReferenceDataColumns } from './reference-data-columns.tsx'
import type { ReferenceDataRecord } from './reference-record.ts'
import { UploadPanel } from './UploadPanel.tsx'
import { forgetComplete, type UploadTarget, useUploads } from './uploads.ts'

/** The files of one activity, opened by the row's count button; uploads go on when it is closed. */
export function ReferenceDataPanel({
  target,
  activityName,
  files,
  isDisabled,
  onClose,
}: {
  target: UploadTarget
  activityName: string
  files: readonly ReferenceDataRecord[]
  isDisabled: boolean
  onClose: () => void
}) {
  const t = useTranslations('referenceData')
  const { subjectid, activitytypeid } = target
  const uploads = useUploads(subjectid, activitytypeid)
  // What is on its way from here shows its progress below instead.
  const onTheirWay = new Set(uploads.map(({ referencedataid, phase }) => (phase === 'complete' ? '' : referencedataid)))
  const listed = files.filter(({ referencedataid }) => !onTheirWay.has(referencedataid))
  const [isAdding, setIsAdding] = useState(uploads.length > 0)
  const columns = useReferenceDataColumns({ subjectid, activitytypeid, isDisabled })
  const headingid = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useLive(OnReferenceDataUpdatesDocument, { subjectid, activitytypeid })

  useEffect(() => heading.current?.focus({ preventScroll: false }), [])

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
      <h3 id={headingid} ref={heading} tabIndex={-1} className={classes.title}>
        {t('heading')} <span className={classes.of}>{activityName}</span>
      </h3>
      {(listed.length > 0 || uploads.length === 0) && (
        <DataList
          label={t('listOf', { name: activityName })}
          rows={listed}
          rowKey={(file) => file.referencedataid}
          columns={columns}
          compare={compareReferenceData}
          isReading={false}
          isCompact
          empty={t('empty')}
        />
      )}
      {isAdding && !isDisabled ? (
        <UploadPanel
          target={target}
          uploads={uploads}
          onClose={() => {
            forgetComplete(subjectid, activitytypeid)
            setIsAdding(false)
            heading.current?.focus()
          }}
        />
      ) : (
        <div className={classes.actions}>
          <Button size="sm" disabled={isDisabled} onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
          <Button size="sm" variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </section>
  )
}
