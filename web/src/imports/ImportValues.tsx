import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readOnce, useRead, useWrite } from '../calls/graphql.ts'
import { useSubmission } from '../components/form/use-submission.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { Card } from '../components/page/Card.tsx'
import {
  AddImportDocument,
  type AddImportMutation,
  FormTypesDocument,
  PreviewImportDocument,
  type PreviewImportQuery,
} from '../generated/graphql.ts'
import type { Study } from '../studies/study/use-study.ts'
import { ImportMistakes, isUnconfirmed } from './ImportMistakes.tsx'
import { ImportOrigins } from './ImportOrigins.tsx'
import { ImportReason } from './ImportReason.tsx'
import { FileField } from './parts/FileField.tsx'
import classes from './parts/Imports.module.css'
import { type PackedFile, packFile } from './parts/packed-file.ts'

/** No id of a form type. */
const ofRedcap = '+redcap'

/** What the person answered: whether the rows may be from elsewhere, and why the unusual values are right. */
type Answered = { fromElsewhere: boolean; confirmed: string }
type Checked = PackedFile & { answered: Answered; outcome: PreviewImportQuery['previewImport'] }

/** The columns whose values are left out, each with their number. */
function columnsOf({ leftOutColumns }: { leftOutColumns: readonly { column: string; values: number }[] }): string {
  return leftOutColumns.map(({ column, values }) => `${column} (${values})`).join(', ')
}

/** A CSV file of subjects, of the values of one form type, or of REDCap's data: selected, checked as a whole, then imported. */
export function ImportValues({ study }: { study: Study }) {
  const { siteid, studyid } = study
  const t = useTranslations('imports')
  const { data } = useRead(FormTypesDocument, { studyid })
  /** A form type, empty for subjects alone, or a file of REDCap. */
  const [content, setContent] = useState('')
  const [isFromElsewhere, setIsFromElsewhere] = useState(false)
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File>()
  const [checked, setChecked] = useState<Checked>()
  const [done, setDone] = useState<AddImportMutation['addImport']>()
  const inputOf = ({ filename, gzip }: PackedFile, { fromElsewhere, confirmed }: Answered) => ({
    input: {
      ...{ siteid, studyid, filename, gzip, fromElsewhere, confirmed },
      ...(content === ofRedcap ? { format: 'REDCAP' as const } : { formtypeid: content || null }),
    },
  })
  const check = useSubmission(
    [],
    async ({ chosen, ...answered }: { chosen: File } & Answered) => {
      const packed = await packFile(chosen)
      const { previewImport } = await readOnce(PreviewImportDocument, inputOf(packed, answered))
      setChecked({ ...packed, answered, outcome: previewImport })
    },
    { isBeside: true },
  )
  const [addImport] = useWrite(AddImportDocument)
  const save = useSubmission(
    [],
    async (packed: Checked) => {
      setDone((await addImport(inputOf(packed, packed.answered))).addImport)
      forget()
      setChecked(undefined)
      setFile(undefined)
    },
    { isBeside: true },
  )
  const isBusy = check.isBusy || save.isBusy

  /** What was answered for the file before. */
  function forget() {
    setIsFromElsewhere(false)
    setReason('')
  }

  function begin() {
    setChecked(undefined)
    setDone(undefined)
    check.clear()
    save.clear()
  }

  const refusal = check.refusal ?? save.refusal
  const outcome = checked?.outcome
  const isUnusual = outcome && outcome.mistakes.length > 0 && outcome.mistakes.every(isUnconfirmed)
  const isAllThere = outcome && outcome.addedSubjects + outcome.addedForms + outcome.changedForms === 0
  return (
    <Card heading={t('valuesHeading')}>
      <p className={classes.what}>{t('valuesWhat')}</p>
      <NativeSelect
        className={classes.type}
        label={t('content')}
        value={content}
        disabled={isBusy}
        onChange={(event) => {
          begin()
          forget()
          setContent(event.currentTarget.value)
        }}
        data={[
          { value: '', label: t('subjectsOnly') },
          ...(data?.listFormTypes ?? []).map((type) => ({
            value: type.formtypeid,
            label: t('valuesOf', { name: type.identifier }),
          })),
          { value: ofRedcap, label: t('dataOfRedcap') },
        ]}
      />
      <FileField
        label={t('csv')}
        accept=".csv,text/csv"
        file={file}
        onTake={(taken) => {
          begin()
          forget()
          setFile(taken)
        }}
      />
      {refusal && <Notice kind="error">{refusal}</Notice>}
      {file && outcome && (
        <ImportOrigins
          origins={outcome.origins}
          place={{ study, formtypeid: content }}
          isAccepted={isFromElsewhere}
          isBusy={isBusy}
          onAccept={(isAccepted) => {
            setIsFromElsewhere(isAccepted)
            void check.submit({ chosen: file, fromElsewhere: isAccepted, confirmed: reason })
          }}
        />
      )}
      {outcome && outcome.mistakes.length > 0 && <ImportMistakes mistakes={outcome.mistakes} />}
      {file && isUnusual && (
        <ImportReason
          reason={reason}
          isBusy={isBusy}
          onType={setReason}
          onConfirm={() => void check.submit({ chosen: file, fromElsewhere: isFromElsewhere, confirmed: reason })}
        />
      )}
      {outcome && outcome.mistakes.length === 0 && (
        <Notice kind="info" title={isAllThere ? t('allThere') : t('fits')}>
          {t('would', outcome)} {outcome.confirmed > 0 && t('confirms', { count: outcome.confirmed })}{' '}
          {outcome.leftOut > 0 && t('leftOut', { ...outcome, columns: columnsOf(outcome) })}
        </Notice>
      )}
      {done && (
        <Notice kind="info" title={t('imported')}>
          {t('did', done)} {done.leftOut > 0 && t('leftOut', { ...done, columns: columnsOf(done) })}
        </Notice>
      )}
      <div className={classes.actions}>
        {outcome?.mistakes.length === 0 && !isAllThere ? (
          <Button loading={save.isBusy} onClick={() => void save.submit(checked as Checked)}>
            {save.isBusy ? t('importing') : t('import')}
          </Button>
        ) : isUnusual ? null : (
          <Button
            disabled={!file}
            loading={check.isBusy}
            onClick={() => {
              begin()
              if (file) void check.submit({ chosen: file, fromElsewhere: isFromElsewhere, confirmed: reason })
            }}
          >
            {check.isBusy ? t('checking') : t('check')}
          </Button>
        )}
      </div>
    </Card>
  )
}
