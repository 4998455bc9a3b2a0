import { whyNotReopenable } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { rereadShown, useWrite } from '../../calls/graphql.ts'
import { useFocusOnRefusal } from '../../components/form/FormActions.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { Refusal } from '../../components/notices/Refusal.tsx'
import { ReopenSubjectDocument } from '../../generated/graphql.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import { useUser } from '../../session/session.tsx'
import type { SubjectRecord } from '../record/subject-record.ts'
import { ChangedNotice } from './ChangedNotice.tsx'
import classes from './StatusPanel.module.css'

/** Health personnel may reopen a closed subject, subject administrators a deleted one. A reason is optional. */
export function ReopenPart({ subject, onDone }: { subject: SubjectRecord; onDone: () => void }) {
  const t = useTranslations('subject')
  const textOf = useFailureText()
  const user = useUser()
  const [reason, setReason] = useState('')
  const { siteid, studyid, subjectid, status, version } = subject
  const [reopenSubject] = useWrite(ReopenSubjectDocument, `subject/${subjectid}`)
  const problem = whyNotReopenable(subject, user.groups)
  const [refusal] = problem ? failuresOf(problem) : []

  const submission = useSubmission(['reason'], reopen, { isBeside: true, isCard: true, isConflictShown: true })
  const { submit, isBusy, conflict, errorOf, refusal: failure, clear, failed } = submission

  async function reopen() {
    const said = reason.trim()
    try {
      await reopenSubject({ input: { siteid, studyid, subjectid, status: 'OPEN', reason: said || null, version } })
      onDone()
    } catch (thrown) {
      await rereadShown()
      throw thrown
    }
  }

  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(failed, form)

  return (
    <>
      <ChangedNotice conflict={conflict} />
      <Notice kind="warning">
        <p>{t(status === 'DELETED' ? 'deletedNotice' : 'closedNotice')}</p>
        {refusal ? (
          <p className={classes.why}>{textOf(refusal)}</p>
        ) : (
          <form
            ref={form}
            className={classes.reopen}
            onSubmit={(event: FormEvent) => {
              event.preventDefault()
              void submit()
            }}
          >
            <TextInput
              className={classes.reason}
              label={t('reason')}
              name="reason"
              autoComplete="off"
              value={reason}
              error={errorOf('reason')}
              onChange={(event) => {
                setReason(event.currentTarget.value)
                clear('reason')
              }}
            />
            <Button type="submit" aria-disabled={isBusy || undefined}>
              {isBusy ? t('reopening') : t('reopen')}
            </Button>
            <Refusal text={failure} />
          </form>
        )}
      </Notice>
    </>
  )
}
