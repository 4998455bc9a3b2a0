import { whyNotReopenable } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../app/failure-text.ts'
import { failuresOf } from '../../app/failures.ts'
import { rereadShown, useWrite } from '../../app/graphql.ts'
import { useUser } from '../../app/session.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useSubmission } from '../../components/use-submission.ts'
import { ReopenSubjectDocument } from '../../generated/graphql.ts'
import { ChangedNotice } from './ChangedNotice.tsx'
import classes from './StatusPanel.module.css'
import type { SubjectRecord } from './subject-record.ts'

/** A closed subject is reopened by whoever works with it, a deleted one by subject administrators; why may be said. */
export function ReopenPart({ subject, onDone }: { subject: SubjectRecord; onDone: () => void }) {
  const t = useTranslations('subject')
  const textOf = useFailureText()
  const user = useUser()
  const [reopenSubject] = useWrite(ReopenSubjectDocument)
  const [reason, setReason] = useState('')
  const { siteid, studyid, subjectid, status, version } = subject
  const problem = whyNotReopenable(subject, user.groups)
  const [refusal] = problem ? failuresOf(problem) : []

  const { submit, isBusy, conflict, errorOf, clear } = useSubmission(['reason'], async () => {
    const said = reason.trim()
    try {
      await reopenSubject({ input: { siteid, studyid, subjectid, status: 'OPEN', reason: said || null, version } })
      onDone()
    } catch (thrown) {
      await rereadShown()
      throw thrown
    }
  })

  return (
    <>
      <ChangedNotice conflict={conflict} />
      <Notice kind="warning">
        <p>{t(status === 'DELETED' ? 'deletedNotice' : 'closedNotice')}</p>
        {refusal ? (
          <p className={classes.why}>{textOf(refusal)}</p>
        ) : (
          <form
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
          </form>
        )}
      </Notice>
    </>
  )
}
