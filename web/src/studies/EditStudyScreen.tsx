import { offeredStudyStatuses, whyNotStudyName, whyNotStudyStatus } from '@casebook/domain/studies/studies.rules.ts'
import { TextInput } from '@mantine/core'
import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { paths } from '../app/paths.ts'
import { ConflictNotice } from '../components/ConflictNotice.tsx'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { FieldStack } from '../components/FieldStack.tsx'
import { FormActions } from '../components/FormActions.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { UnsavedGuard } from '../components/UnsavedGuard.tsx'
import { useSubmission } from '../components/use-submission.ts'
import { useVersionedDraft } from '../components/use-versioned-draft.ts'
import { UpdateStudyDocument } from '../generated/graphql.ts'
import { StudyPage } from './StudyPage.tsx'
import { useStudy } from './use-study.ts'

/** Name and status of a study. The status is free text; the three usual ones are offered. */
export function EditStudyScreen() {
  const t = useTranslations('studies')
  const study = useStudy()
  const navigate = useNavigate()
  const offeredid = useId()
  const [updateStudy] = useWrite(UpdateStudyDocument)
  const draft = useVersionedDraft(`study/${study.studyid}`, { name: study.name, status: study.status }, study.version)
  const { name, status } = draft.value
  const { submit, isBusy, errorOf, conflict, clear, check } = useSubmission(
    ['name', 'status'],
    async (version: number | undefined) => {
      const problem = whyNotStudyName(name) ?? whyNotStudyStatus(status)
      if (problem) throw problem
      await updateStudy({
        siteid: study.siteid,
        studyid: study.studyid,
        input: { name, status, version: version ?? null },
      })
    },
  )

  async function save(version: number | undefined) {
    if (!(await submit(version))) return
    draft.discard()
    navigate(paths.studies)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void save(draft.version)
  }

  return (
    <StudyPage>
      <PageHeading level={2}>{t('editHeading')}</PageHeading>
      <form onSubmit={onSubmit} noValidate>
        <UnsavedGuard isChanged={draft.isChanged} onLeave={draft.discard} />
        <FieldStack>
          <DraftNotice draft={draft} />
          <ConflictNotice
            conflict={isBusy ? undefined : (conflict ?? draft.heard)}
            theirs={`${study.name}, ${study.status}`}
            onSaveMine={(version) => void save(version)}
            onTakeTheirs={() => {
              clear()
              draft.discard()
            }}
          />
          <TextInput
            name="name"
            label={t('name')}
            value={name}
            error={errorOf('name')}
            withAsterisk
            aria-required
            onChange={(event) => {
              draft.set({ name: event.currentTarget.value, status })
              clear('name')
            }}
            onBlur={() => check('name', whyNotStudyName(name))}
          />
          <TextInput
            name="status"
            label={t('status')}
            description={t('statusHint')}
            value={status}
            error={errorOf('status')}
            list={offeredid}
            withAsterisk
            aria-required
            onChange={(event) => {
              draft.set({ name, status: event.currentTarget.value })
              clear('status')
            }}
            onBlur={() => check('status', whyNotStudyStatus(status))}
          />
          <datalist id={offeredid}>
            {offeredStudyStatuses.map((offered) => (
              <option key={offered} value={offered} />
            ))}
          </datalist>
          <FormActions
            save={t('update')}
            busyLabel={t('updating')}
            isBusy={isBusy}
            isChanged={draft.isChanged}
            onCancel={() => {
              draft.discard()
              navigate(paths.studies)
            }}
          />
        </FieldStack>
      </form>
    </StudyPage>
  )
}
