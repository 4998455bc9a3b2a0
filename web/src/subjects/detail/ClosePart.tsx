import { buildSnapshot } from '@casebook/domain/subjects/snapshot.ts'
import { whyNotClosable } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../app/failure-text.ts'
import { failuresOf } from '../../app/failures.ts'
import { rereadShown, useWrite } from '../../app/graphql.ts'
import { Notice } from '../../components/Notice.tsx'
import { useUnsavedParts } from '../../components/unsaved-parts.tsx'
import { useSubmission } from '../../components/use-submission.ts'
import { CloseSubjectDocument } from '../../generated/graphql.ts'
import { ChangedNotice } from './ChangedNotice.tsx'
import classes from './StatusPanel.module.css'
import type { SubjectRecord } from './subject-record.ts'

/** An open subject is submitted and closed; what stands against it is said beside the button before it is pressed. */
export function ClosePart({ subject, onDone }: { subject: SubjectRecord; onDone: () => void }) {
  const t = useTranslations('subject')
  const textOf = useFailureText()
  const [closeSubject] = useWrite(CloseSubjectDocument)
  const { isChanged: hasUnsavedParts } = useUnsavedParts()
  const whyid = useId()
  const { siteid, studyid, subjectid, activities, version } = subject
  const problem = whyNotClosable({
    activities,
    referenceData: activities.flatMap(({ referenceData }) => referenceData),
  })
  const [failure] = problem ? failuresOf(problem) : []
  const why = failure ? textOf(failure) : hasUnsavedParts ? t('unsavedParts') : undefined

  const { submit, isBusy, conflict } = useSubmission([], async () => {
    // The server builds its own and refuses when they differ: then somebody changed the subject meanwhile.
    const snapshot = buildSnapshot(subject, new Date().getTimezoneOffset() * 60)
    try {
      await closeSubject({ input: { siteid, studyid, subjectid, status: 'CLOSED', snapshot, version } })
      onDone()
    } catch (thrown) {
      await rereadShown()
      throw thrown
    }
  })

  return (
    <>
      <ChangedNotice conflict={conflict} />
      <Notice
        kind="info"
        action={
          <div className={classes.act}>
            <Button
              disabled={why !== undefined}
              aria-disabled={isBusy || undefined}
              aria-describedby={why === undefined ? undefined : whyid}
              onClick={() => void submit()}
            >
              {isBusy ? t('closing') : t('submitAndClose')}
            </Button>
          </div>
        }
      >
        <p>{t('closeNotice')}</p>
        {why !== undefined && (
          <p id={whyid} className={classes.why}>
            {why}
          </p>
        )}
      </Notice>
    </>
  )
}
