import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { mostSubjectsNamed } from '@casebook/domain/exports/exports.rules.ts'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useWrite } from '../calls/graphql.ts'
import { useSubmission } from '../components/form/use-submission.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { Card } from '../components/page/Card.tsx'
import { AddExportDocument } from '../generated/graphql.ts'
import { useGroupText } from '../locale/group-text.ts'
import { useUser } from '../session/session.tsx'
import { useByteText } from '../texts/byte-text.ts'
import { chosenBefore } from './choice/chosen-before.ts'
import { SubjectChoice } from './choice/SubjectChoice.tsx'
import { usePreview } from './choice/use-preview.ts'
import { useDurationText } from './ExportState.tsx'
import classes from './Exports.module.css'
import { rememberStarted } from './notice/started-exports.ts'
import type { ExportOf } from './use-exports.ts'

/** What to include, the resulting size, and the start button. `isRunning`: the person already has an export in progress. */
export function NewExport({ of, isRunning }: { of: ExportOf; isRunning: boolean }) {
  const t = useTranslations('exports')
  const [files, setFiles] = useState(true)
  const [history, setHistory] = useState(true)
  const [closedOnly, setClosedOnly] = useState(false)
  const [deleted, setDeleted] = useState(false)
  const [bids, setBids] = useState(false)
  const [parquet, setParquet] = useState(false)
  const [redcap, setRedcap] = useState(false)
  const [segments, setSegments] = useState(false)
  const { state } = useLocation()
  const [chosen, setChosen] = useState<ReadonlySet<string> | undefined>(() => chosenBefore(state))
  const { sub, onlyDeidentified } = useUser()
  const [isDeidentifiedChosen, setDeidentified] = useState(false)
  const deidentified = onlyDeidentified || isDeidentifiedChosen
  const groupText = useGroupText()
  const isStudy = of.studyid !== undefined && of.subjectid === undefined
  const isNobody = isStudy && chosen?.size === 0
  const subjectids = isStudy && chosen && !isNobody ? [...chosen].sort() : null
  const input = {
    ...of,
    subjectids,
    files,
    history,
    closedOnly,
    deleted: deleted && !closedOnly,
    deidentified,
    bids,
    parquet,
    redcap,
    segments,
  }
  const isTooMany = isStudy && (chosen?.size ?? 0) > mostSubjectsNamed
  const mayStart = !isNobody && !isTooMany
  const preview = usePreview(mayStart ? input : undefined)
  const [addExport] = useWrite(AddExportDocument)
  const { submit, isBusy, refusal } = useSubmission(
    [],
    async () => {
      const { addExport: added } = await addExport({ input })
      rememberStarted(sub, { exportid: added.exportid, siteid: of.siteid })
    },
    { isBeside: true },
  )
  const bytes = useByteText()
  const duration = useDurationText()
  return (
    <Card heading={t('newHeading')} help={isStudy ? t('help') : undefined}>
      <p className={classes.what}>{t('what')}</p>
      {onlyDeidentified && (
        <div className={classes.why}>
          <Notice kind="info" title={t('deidentified')}>
            <p>{t('onlyDeidentified', { group: groupText('export:identified') })}</p>
            <p>{t('deidentifiedHint')}</p>
          </Notice>
        </div>
      )}
      <fieldset className={classes.options}>
        <legend>{t('with')}</legend>
        <Checkbox label={t('files')} checked={files} onChange={(event) => setFiles(event.currentTarget.checked)} />
        <Checkbox
          label={t('history')}
          checked={history}
          onChange={(event) => setHistory(event.currentTarget.checked)}
        />
        {of.subjectid === undefined && (
          <Checkbox
            label={t('closedOnly')}
            checked={closedOnly}
            onChange={(event) => setClosedOnly(event.currentTarget.checked)}
          />
        )}
        {of.subjectid === undefined && (
          <Checkbox
            label={t('deleted')}
            checked={deleted && !closedOnly}
            disabled={closedOnly}
            onChange={(event) => setDeleted(event.currentTarget.checked)}
          />
        )}
        <Checkbox
          label={t('bids')}
          description={t('bidsHint')}
          checked={bids}
          onChange={(event) => setBids(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('segments')}
          description={t('segmentsHint')}
          checked={segments}
          onChange={(event) => setSegments(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('parquet')}
          checked={parquet}
          onChange={(event) => setParquet(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('redcap')}
          description={t('redcapHint')}
          checked={redcap}
          onChange={(event) => setRedcap(event.currentTarget.checked)}
        />
        {!onlyDeidentified && (
          <Checkbox
            label={t('deidentified')}
            description={t('deidentifiedHint')}
            checked={deidentified}
            onChange={(event) => setDeidentified(event.currentTarget.checked)}
          />
        )}
      </fieldset>
      {isStudy && of.studyid && (
        <>
          <NativeSelect
            className={classes.subjects}
            label={t('subjects')}
            value={chosen ? 'chosen' : 'all'}
            onChange={(event) => setChosen(event.currentTarget.value === 'all' ? undefined : new Set())}
            data={[
              { value: 'all', label: t('allSubjects') },
              { value: 'chosen', label: t('chosenSubjects') },
            ]}
          />
          {chosen && <SubjectChoice studyid={of.studyid} chosen={chosen} onChange={setChosen} />}
        </>
      )}
      <p className={classes.preview} aria-live="polite">
        {isNobody ? (
          t('chosenCount', { count: 0 })
        ) : preview ? (
          <>
            <span>{t('preview', preview)}</span>
            {preview.deleted > 0 && of.subjectid === undefined && (
              <span>{t(deleted && !closedOnly ? 'deletedIn' : 'deletedOut', { count: preview.deleted })}</span>
            )}
            <strong>{t('expected', { size: bytes(preview.bytes), time: duration(preview.seconds) })}</strong>
          </>
        ) : (
          mayStart && t('counting')
        )}
      </p>
      {isRunning && <Notice kind="info">{t('running')}</Notice>}
      {refusal && <Notice kind="error">{refusal}</Notice>}
      <Button
        onClick={() => void submit()}
        loading={isBusy}
        disabled={isRunning || !mayStart}
        className={classes.start}
      >
        {isBusy ? t('starting') : t('start')}
      </Button>
    </Card>
  )
}
