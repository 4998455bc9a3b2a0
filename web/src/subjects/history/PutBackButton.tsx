import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../calls/graphql.ts'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Refusal } from '../../components/notices/Refusal.tsx'
import { undoReason } from '../../components/removal/undo-reason.ts'
import {
  PutBackActivityDocument,
  PutBackFormDocument,
  PutBackReferenceDataDocument,
  PutBackSubjectDeviceDocument,
} from '../../generated/graphql.ts'
import type { Removed } from './removed-entries.ts'

/** Restores what a history entry removed. */
export function PutBackButton({
  subjectid,
  removed,
  what,
  onDone,
}: {
  subjectid: string
  removed: Removed
  /** Its description: 'Form Visit'. */
  what: string
  onDone: () => void
}) {
  const t = useTranslations('subject')
  const putBack = usePutBack(subjectid)
  const { submit, isBusy, refusal } = useSubmission([], () => putBack(removed), { isBeside: true })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('putBackNamed', { what })}
        aria-disabled={isBusy || undefined}
        onClick={async () => {
          if (await submit()) onDone()
        }}
      >
        {isBusy ? t('puttingBack') : t('putBack')}
      </Button>
      <Refusal text={refusal} />
    </>
  )
}

function usePutBack(subjectid: string): (removed: Removed) => Promise<unknown> {
  const lane = `subject/${subjectid}`
  const [putBackForm] = useWrite(PutBackFormDocument, lane)
  const [putBackActivity] = useWrite(PutBackActivityDocument, lane)
  const [putBackFile] = useWrite(PutBackReferenceDataDocument, lane)
  const [putBackDevice] = useWrite(PutBackSubjectDeviceDocument, lane)
  const reason = undoReason
  return (removed) => {
    switch (removed.kind) {
      case 'form': {
        const { formtypeid, visitid, occurrence } = removed
        return putBackForm({ subjectid, formtypeid, visitid, occurrence, reason })
      }
      case 'activity': {
        const { activitytypeid, visitid, occurrence } = removed
        return putBackActivity({ subjectid, activitytypeid, visitid, occurrence, reason })
      }
      case 'reference_data':
        return putBackFile({ subjectid, referencedataid: removed.referencedataid, reason })
      case 'subject_device':
        return putBackDevice({ subjectid, deviceid: removed.deviceid, position: removed.position, reason })
    }
  }
}
