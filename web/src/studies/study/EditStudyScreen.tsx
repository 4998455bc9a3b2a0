import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { offeredStudyStatuses, whyNotStudyName, whyNotStudyStatus } from '@casebook/domain/studies/studies.rules.ts'
import { TextInput } from '@mantine/core'
import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { FieldStack } from '../../components/form/FieldStack.tsx'
import { FormActions } from '../../components/form/FormActions.tsx'
import { useEscape } from '../../components/form/use-escape.ts'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { UpdateStudyDocument } from '../../generated/graphql.ts'
import { RecordGuard } from '../../records/RecordGuard.tsx'
import { RecordNotices } from '../../records/RecordNotices.tsx'
import { savedBy, useEditor } from '../../records/use-record.ts'
import { puttingBack } from '../../removed/put-back.ts'
import { useIsInGroup } from '../../session/session.tsx'
import { useStatusText } from './StatusBadge.tsx'
import { StudyPage } from './StudyPage.tsx'
import { type Study, studyRecord, useStudy } from './use-study.ts'

const whys = { name: whyNotStudyName, status: whyNotStudyStatus }
const names = ['name', 'status'] as const
const whyNot = (key: string, fields: Fields) => whys[key === 'status' ? key : 'name'](fieldValue(fields, key))

function editedStudy({ siteid, studyid }: Study) {
  return {
    ...studyRecord(siteid, studyid),
    plan(fields: Fields, over: number | null) {
      const problem = whyNot('name', fields) ?? whyNot('status', fields)
      if (problem) return problem
      if (over === null) return puttingBack('STUDY', studyid)
      const input = { name: fieldValue(fields, 'name'), status: fieldValue(fields, 'status'), version: over }
      return savedBy(UpdateStudyDocument, { siteid, studyid, input })
    },
  }
}

/** Name and status of a study. The status is free text; the three usual ones are suggested. */
export function EditStudyScreen() {
  const t = useTranslations('studies')
  const ofStudy = useTranslations('study')
  const navigate = useNavigate()
  const offeredid = useId()
  const statusText = useStatusText()
  const editor = useEditor(editedStudy(useStudy()), { names, why: whyNot })
  const mayPutBack = useIsInGroup('admin')
  // Unsaved changes are guarded: the navigation asks.
  useEscape(() => void navigate(paths.studies))

  async function save() {
    if ((await editor.save())?.isShown) void navigate(paths.studies)
  }

  function cancel() {
    editor.discard()
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
        <RecordGuard lane={editor.record} />
        <FieldStack>
          <RecordNotices
            copy={editor}
            label={(key) => t(key === 'status' ? 'status' : 'name')}
            onPutBack={mayPutBack ? () => void save() : undefined}
          />
          <TextInput
            name="name"
            label={t('name')}
            value={fieldValue(editor.fields, 'name')}
            autoFocus
            error={editor.errorOf('name')}
            withAsterisk
            aria-required
            onChange={(event) => editor.type({ name: event.currentTarget.value })}
            onBlur={() => editor.check('name')}
          />
          <TextInput
            name="status"
            label={t('status')}
            description={ofStudy('statusHint')}
            value={fieldValue(editor.fields, 'status')}
            error={editor.errorOf('status')}
            list={offeredid}
            withAsterisk
            aria-required
            onChange={(event) => editor.type({ status: event.currentTarget.value })}
            onBlur={() => editor.check('status')}
          />
          <datalist id={offeredid}>
            {offeredStudyStatuses.map((offered) => (
              <option key={offered} value={offered} label={statusText(offered)} />
            ))}
          </datalist>
          <FormActions
            save={ofStudy('update')}
            busyLabel={ofStudy('updating')}
            submission={editor}
            isChanged={editor.isChanged}
            isDisabled={editor.isRemoved && !mayPutBack}
            onCancel={cancel}
          />
        </FieldStack>
      </form>
    </StudyPage>
  )
}
