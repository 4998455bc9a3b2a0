import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { offeredStudyStatuses, whyNotStudyName, whyNotStudyStatus } from '@casebook/domain/studies/studies.rules.ts'
import { TextInput } from '@mantine/core'
import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useWrite } from '../../calls/graphql.ts'
import { FieldStack } from '../../components/form/FieldStack.tsx'
import { FormActions } from '../../components/form/FormActions.tsx'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import { useEscape } from '../../components/form/use-escape.ts'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { DraftNotices } from '../../drafts/DraftNotices.tsx'
import { useRecordDraft } from '../../drafts/use-record-draft.ts'
import { useRecordSubmission } from '../../drafts/use-record-submission.ts'
import { UpdateStudyDocument } from '../../generated/graphql.ts'
import { usePutBack } from '../../removed/use-put-back.ts'
import { useStatusText } from './StatusBadge.tsx'
import { StudyPage } from './StudyPage.tsx'
import { useIsStudyGone, useStudy } from './use-study.ts'

const none = { version: null, fields: { name: '', status: '' } }

function whyNot(fields: Fields): Error | undefined {
  return whyNotStudyName(fieldValue(fields, 'name')) ?? whyNotStudyStatus(fieldValue(fields, 'status'))
}

/** Name and status of a study. The status is free text; the three usual ones are suggested. */
export function EditStudyScreen() {
  const t = useTranslations('studies')
  const ofStudy = useTranslations('study')
  const study = useStudy()
  const navigate = useNavigate()
  const offeredid = useId()
  const statusText = useStatusText()
  const [updateStudy] = useWrite(UpdateStudyDocument)
  const { siteid, studyid, version } = study
  const isGone = useIsStudyGone()
  const putBack = usePutBack('STUDY', studyid)
  const draft = useRecordDraft(
    `study/${studyid}`,
    isGone ? none : { version, fields: { name: study.name, status: study.status } },
  )
  const name = fieldValue(draft.fields, 'name')
  const status = fieldValue(draft.fields, 'status')
  const submission = useRecordSubmission(draft, ['name', 'status'], whyNot, async (fields, over) => {
    if (over === null) return putBack?.()
    const input = { name: fieldValue(fields, 'name'), status: fieldValue(fields, 'status'), version: over }
    return (await updateStudy({ siteid, studyid, input })).updateStudy
  })
  const { submit, errorOf, clear, check, ifShown } = submission
  // Unsaved changes are guarded: the navigation asks.
  useEscape(() => void navigate(paths.studies))

  async function save() {
    if (!(await submit())) return
    draft.discard()
    ifShown(() => void navigate(paths.studies))
  }

  function cancel() {
    draft.discard()
    navigate(paths.studies)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void save()
  }

  return (
    <StudyPage>
      <PageHeading level={2}>{ofStudy('editHeading')}</PageHeading>
      <form onSubmit={onSubmit} noValidate>
        <UnsavedGuard isChanged={draft.isChanged} onLeave={draft.discard} />
        <FieldStack>
          <DraftNotices
            draft={draft}
            label={(key) => t(key === 'status' ? 'status' : 'name')}
            onPutBack={putBack && (() => void save())}
          />
          <TextInput
            name="name"
            label={t('name')}
            value={name}
            autoFocus
            error={errorOf('name')}
            withAsterisk
            aria-required
            onChange={(event) => {
              draft.set({ name: event.currentTarget.value })
              clear('name')
            }}
            onBlur={() => check('name', whyNotStudyName(name))}
          />
          <TextInput
            name="status"
            label={t('status')}
            description={ofStudy('statusHint')}
            value={status}
            error={errorOf('status')}
            list={offeredid}
            withAsterisk
            aria-required
            onChange={(event) => {
              draft.set({ status: event.currentTarget.value })
              clear('status')
            }}
            onBlur={() => check('status', whyNotStudyStatus(status))}
          />
          <datalist id={offeredid}>
            {offeredStudyStatuses.map((offered) => (
              <option key={offered} value={offered} label={statusText(offered)} />
            ))}
          </datalist>
          <FormActions
            save={ofStudy('update')}
            busyLabel={ofStudy('updating')}
            submission={submission}
            isChanged={draft.isChanged}
            isDisabled={draft.isRemoved && !putBack}
            onCancel={cancel}
          />
        </FieldStack>
      </form>
    </StudyPage>
  )
}
