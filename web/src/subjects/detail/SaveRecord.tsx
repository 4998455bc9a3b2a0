import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../browser/files.ts'
import { readOnce } from '../../calls/graphql.ts'
import { useSubmission } from '../../components/form/use-submission.ts'
import { RecordJsonDocument } from '../../generated/graphql.ts'
import { useIsInGroup, useUser } from '../../session/session.tsx'
import type { SubjectRecord } from '../record/subject-record.ts'

/** The whole record of the subject as one JSON file. */
export function SaveRecord({ subject }: { subject: SubjectRecord }) {
  const t = useTranslations('subject')
  const isHp = useIsInGroup('hp')
  const { onlyDeidentified } = useUser()
  const { siteid, studyid, subjectid } = subject
  const { submit, isBusy } = useSubmission([], async () => {
    const { getSubjectRecord } = await readOnce(RecordJsonDocument, { siteid, studyid, subjectid })
    saveFile(new Blob([getSubjectRecord], { type: 'application/json' }), `${subjectName(subject)}.json`)
  })
  // The record identifies the subject.
  if (!isHp || onlyDeidentified) return null
  return (
    <Button
      variant="subtle"
      color="gray"
      loading={isBusy}
      leftSection={<IconBraces size={18} aria-hidden />}
      onClick={() => void submit()}
    >
      {t('json')}
    </Button>
  )
}
