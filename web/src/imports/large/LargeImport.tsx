import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { useRead, useWrite } from '../../calls/graphql.ts'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import {
  CancelImportJobDocument,
  CheckImportJobDocument,
  ImportJobDocument,
  StartImportJobDocument,
} from '../../generated/graphql.ts'
import { useRereadWhile } from '../../reference-data/file/reread-while.ts'
import type { Study } from '../../studies/study/use-study.ts'
import { type Answers, ImportDone, ImportFindings, isImportable, type Outcome } from '../findings/ImportFindings.tsx'
import { ImportMistakes } from '../findings/ImportMistakes.tsx'
import { isElsewhere } from '../findings/ImportOrigins.tsx'
import classes from '../parts/Imports.module.css'
import { useProblemText } from '../parts/use-problem-text.ts'
import { ImportProgress } from './ImportProgress.tsx'

/** Whether the rows from elsewhere were accepted when the file was checked. */
function isAccepted({ origins, mistakes }: Outcome, study: Study, formtypeid: string): boolean {
  return (
    origins.some((origin) => isElsewhere(origin, { study, formtypeid })) &&
    !mistakes.some(({ reason }) => reason === 'import.study.other' || reason === 'import.form-type.other')
  )
}

/** A file that the server checks and imports in the background: its progress, what was found, and what is done next. */
export function LargeImport({ study, importid, onClose }: { study: Study; importid: string; onClose: () => void }) {
  const t = useTranslations('imports')
  const { studyid } = study
  const { data, reread } = useRead(ImportJobDocument, { studyid, importid })
  const job = data?.getImportJob
  const isUnderWay = job?.state === 'CHECKING' || job?.state === 'IMPORTING'
  useRereadWhile(isUnderWay, reread, 1_000)
  const textOf = useProblemText()
  const [checkAgain] = useWrite(CheckImportJobDocument)
  const [start] = useWrite(StartImportJobDocument)
  const [cancel] = useWrite(CancelImportJobDocument)
  const [given, setGiven] = useState<Partial<Answers>>({})
  const checking = useSubmission(
    [],
    (answers: Answers) => checkAgain({ input: { studyid, importid, formtypeid: job?.formtypeid ?? null, ...answers } }),
    { isBeside: true },
  )
  const starting = useSubmission(
    [],
    async (check: number) => {
      try {
        await start({ studyid, importid, check })
      } catch (thrown) {
        // Checked again elsewhere, with other answers: that check is shown, and its answers.
        if (failuresOf(thrown).some(({ reason }) => reason === 'import.job.rechecked')) setGiven({})
        void reread()
        throw thrown
      }
    },
    { isBeside: true },
  )
  const cancelling = useSubmission([], () => cancel({ studyid, importid }), { isBeside: true })
  if (!job) return null
  const { state, outcome, reason, message } = job
  const formtypeid = job.formtypeid ?? ''
  const answers = {
    fromElsewhere: outcome ? isAccepted(outcome, study, formtypeid) : false,
    confirmed: '',
    ...given,
  }
  const refusal = checking.refusal ?? starting.refusal ?? cancelling.refusal
  const isBusy = checking.isBusy || starting.isBusy || cancelling.isBusy
  return (
    <section aria-label={job.filename} className={classes.large}>
      <h3 className={classes.largeName}>{job.filename}</h3>
      {refusal && <Notice kind="error">{refusal}</Notice>}
      {(state === 'CHECKING' || state === 'IMPORTING') && (
        <ImportProgress
          what={state}
          done={job.done}
          total={job.total ?? 0}
          isCancelling={cancelling.isBusy}
          onCancel={() => void cancelling.submit()}
        />
      )}
      {state === 'CHECKED' && outcome && (
        <ImportFindings
          outcome={outcome}
          place={{ study, formtypeid }}
          answers={answers}
          isBusy={isBusy}
          onType={(confirmed) => setGiven({ ...given, confirmed })}
          onAnswer={(next) => {
            setGiven(next)
            starting.clear()
            void checking.submit(next)
          }}
        />
      )}
      {state === 'DONE' && outcome && <ImportDone outcome={outcome} />}
      {state === 'FAILED' && (
        <Notice kind="error" title={t('jobStates.FAILED')}>
          {textOf({ message, reason, params: [] })}
        </Notice>
      )}
      {state === 'FAILED' && outcome && outcome.mistakes.length > 0 && <ImportMistakes mistakes={outcome.mistakes} />}
      {state === 'CANCELLED' && <Notice kind="info" title={t('jobStates.CANCELLED')} />}
      <div className={classes.actions}>
        {state === 'CHECKED' && outcome && isImportable(outcome) && (
          <Button loading={starting.isBusy} disabled={isBusy} onClick={() => void starting.submit(job.check)}>
            {t('import')}
          </Button>
        )}
        {state === 'CHECKED' && (
          <Button variant="default" loading={cancelling.isBusy} onClick={() => void cancelling.submit()}>
            {t('cancelImport')}
          </Button>
        )}
        {!isUnderWay && state !== 'CHECKED' && (
          <Button variant="default" onClick={onClose}>
            {t('closeImport')}
          </Button>
        )}
      </div>
    </section>
  )
}
