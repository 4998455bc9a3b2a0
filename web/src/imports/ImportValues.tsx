import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../calls/failures.ts'
import { readOnce, useRead, useWrite } from '../calls/graphql.ts'
import { useSubmission } from '../components/form/use-submission.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { Card } from '../components/page/Card.tsx'
import { AddImportDocument, FormTypesDocument, PreviewImportDocument } from '../generated/graphql.ts'
import type { Study } from '../studies/study/use-study.ts'
import {
  type Answers,
  ImportDone,
  type Imported,
  ImportFindings,
  isImportable,
  isUnusual,
  type Outcome,
} from './findings/ImportFindings.tsx'
import { ImportJobs } from './large/ImportJobs.tsx'
import { ImportProgress } from './large/ImportProgress.tsx'
import { LargeImport } from './large/LargeImport.tsx'
import { cancelFaulty, cancelSending, sendAndCheck, useSending } from './large/sending.ts'
import { FileField } from './parts/FileField.tsx'
import classes from './parts/Imports.module.css'
import { type PackedFile, packFile, packIfItFits } from './parts/packed-file.ts'

/** No id of a form type. */
const ofRedcap = '+redcap'

const unanswered: Answers = { fromElsewhere: false, confirmed: '' }

type Checked = PackedFile & { answered: Answers; outcome: Outcome }

/**
 * A CSV file of subjects, of the values of one form type, or of REDCap's data: selected, checked as a whole, then
 * imported. A file that does not fit into a call is sent to the store, and imported in the background.
 */
export function ImportValues({ study }: { study: Study }) {
  const { siteid, studyid } = study
  const t = useTranslations('imports')
  const { data } = useRead(FormTypesDocument, { studyid })
  /** A form type, empty for subjects alone, or a file of REDCap. */
  const [content, setContent] = useState('')
  const [answers, setAnswers] = useState(unanswered)
  const [file, setFile] = useState<File>()
  const [checked, setChecked] = useState<Checked>()
  const [done, setDone] = useState<Imported>()
  /** The import in the background that is shown. */
  const [shown, setShown] = useState<string>()
  /** The one that was shown when another file was chosen. */
  const [before, setBefore] = useState<string>()
  const sending = useSending()
  const inputOf = ({ filename, gzip }: PackedFile, answered: Answers) => ({
    input: {
      ...{ siteid, studyid, filename, gzip, ...answered },
      ...(content === ofRedcap ? { format: 'REDCAP' as const } : { formtypeid: content || null }),
    },
  })
  const check = useSubmission(
    [],
    async (chosen: File, answered: Answers) => {
      const packed = await (content === ofRedcap ? packFile(chosen) : packIfItFits(chosen))
      if (packed) {
        const { previewImport: outcome } = await readOnce(PreviewImportDocument, inputOf(packed, answered))
        return setChecked({ ...packed, answered, outcome })
      }
      if (before !== undefined) await cancelFaulty(studyid, before)
      const importid = await sendAndCheck(study, chosen, { formtypeid: content || null, ...answered })
      if (importid === undefined) return
      setShown(importid)
      setFile(undefined)
    },
    { isBeside: true },
  )
  const [addImport] = useWrite(AddImportDocument)
  const save = useSubmission(
    [],
    async (packed: Checked) => {
      const { input } = inputOf(packed, packed.answered)
      try {
        setDone((await addImport({ input: { ...input, seen: packed.outcome.seen } })).addImport)
      } catch (thrown) {
        // What it would do now stands beside the refusal.
        if (failuresOf(thrown).some(({ reason }) => reason === 'import.changed'))
          setChecked({ ...packed, outcome: (await readOnce(PreviewImportDocument, { input })).previewImport })
        throw thrown
      }
      setAnswers(unanswered)
      setChecked(undefined)
      setFile(undefined)
    },
    { isBeside: true },
  )
  const isBusy = check.isBusy || save.isBusy || sending !== undefined

  function begin() {
    setChecked(undefined)
    setDone(undefined)
    setShown(undefined)
    check.clear()
    save.clear()
  }

  const refusal = check.refusal ?? save.refusal
  const outcome = checked?.outcome
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
          setAnswers(unanswered)
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
        isDisabled={isBusy}
        onTake={(taken) => {
          setBefore(shown)
          begin()
          setAnswers(unanswered)
          setFile(taken)
        }}
      />
      {refusal && <Notice kind="error">{refusal}</Notice>}
      {file && outcome && (
        <ImportFindings
          outcome={outcome}
          place={{ study, formtypeid: content }}
          answers={answers}
          isBusy={isBusy}
          onType={(confirmed) => setAnswers({ ...answers, confirmed })}
          onAnswer={(next) => {
            setAnswers(next)
            void check.submit(file, next)
          }}
        />
      )}
      {done && <ImportDone outcome={done} />}
      {sending ? (
        <ImportProgress what="SENDING" {...sending} onCancel={cancelSending} />
      ) : shown === undefined ? (
        <div className={classes.actions}>
          {outcome && isImportable(outcome) ? (
            <Button loading={save.isBusy} onClick={() => void save.submit(checked as Checked)}>
              {save.isBusy ? t('importing') : t('import')}
            </Button>
          ) : outcome && isUnusual(outcome) ? null : (
            <Button
              disabled={!file}
              loading={check.isBusy}
              onClick={() => {
                begin()
                if (file) void check.submit(file, answers)
              }}
            >
              {check.isBusy ? t('checking') : t('check')}
            </Button>
          )}
        </div>
      ) : (
        <LargeImport key={shown} study={study} importid={shown} onClose={() => setShown(undefined)} />
      )}
      <ImportJobs study={study} shown={shown} isSending={sending !== undefined} onShow={setShown} />
    </Card>
  )
}
