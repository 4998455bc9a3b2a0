import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import {
  newDocumentFields,
  newDocumentVersionFields,
  offeredDocumentKinds,
  whyNotDocumentFile,
} from '@casebook/domain/study-documents/study-documents.rules.ts'
import { FileInput } from '@mantine/core'
import { type FormEvent, useCallback, useId } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../calls/failures.ts'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  AddStudyDocumentDocument,
  type AddStudyDocumentMutation,
  AddStudyDocumentVersionDocument,
  type AddStudyDocumentVersionMutation,
  RemoveStudyDocumentDocument,
} from '../generated/graphql.ts'
import { useFailureText } from '../locale/failure-text.ts'
import type { Known } from '../records/machine/entry.ts'
import { RecordInputs } from '../records/RecordForm.tsx'
import { RecordNotices } from '../records/RecordNotices.tsx'
import { editingOf, replacedBy, savedBy, takenBackBy, useEditor } from '../records/use-record.ts'
import classes from './StudyDocuments.module.css'
import { begunVersion, type Chosen, type Upload, useUpload } from './upload-document.ts'

/** A kind as the person reads it: the offered ones have names in both languages. */
export function useKindText(): (kind: string) => string {
  const t = useTranslations('studyDocuments')
  return useCallback(
    (kind) => {
      const offered = offeredDocumentKinds.find((one) => one === kind)
      return offered ? t(`kinds.${offered}`) : kind
    },
    [t],
  )
}

function newDocument(studyid: string, chosen: Chosen | undefined) {
  return {
    record: `new-study-document/${studyid}`,
    blank: { ...blankFields(newDocumentFields), kind: 'protocol' },
    plan(fields: Fields, _over: number | null, { added }: Known<AddStudyDocumentMutation>) {
      const given = givenFields(newDocumentFields, fields)
      const problem = whyNotGiven(newDocumentFields, given) ?? whyNotDocumentFile(chosen?.file ?? noFile)
      if (problem) return problem
      const { file, sha256 } = chosen ?? { file: noFile, sha256: null }
      // What was added with other texts, before the answer was lost, has no file yet.
      if (added) return takenBackBy(RemoveStudyDocumentDocument, { documentid: added.data.addStudyDocument.documentid })
      const input = { studyid, ...given, filename: file.name, sha256 }
      return savedBy(AddStudyDocumentDocument, { input })
    },
  }
}

function newVersion(documentid: string, chosen: Chosen | undefined) {
  return {
    record: `new-study-document-version/${documentid}`,
    blank: blankFields(newDocumentVersionFields),
    plan(fields: Fields, _over: number | null, { added }: Known<AddStudyDocumentVersionMutation>) {
      const given = givenFields(newDocumentVersionFields, fields)
      const problem = whyNotGiven(newDocumentVersionFields, given) ?? whyNotDocumentFile(chosen?.file ?? noFile)
      if (problem) return problem
      const { file, sha256 } = chosen ?? { file: noFile, sha256: null }
      // What was begun with another date, before the answer was lost, has no file yet.
      const replaces = added && begunVersion(added.data.addStudyDocumentVersion)?.number
      const input = { documentid, filename: file.name, sha256, ...given }
      return replaces === undefined
        ? savedBy(AddStudyDocumentVersionDocument, input)
        : replacedBy(AddStudyDocumentVersionDocument, { ...input, replaces })
    },
  }
}

const noFile = new File([], '')

function isField(key: string): key is keyof typeof newDocumentFields {
  return Object.hasOwn(newDocumentFields, key)
}

/** Adds a document with its first version. `onAdded` follows the upload, also one that failed: it is then repeated there. */
export function NewDocumentPanel({
  studyid,
  onAdded,
  onClose,
}: {
  studyid: string
  onAdded: (documentid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('studyDocuments')
  const kindText = useKindText()
  const upload = useUpload()
  const editor = useEditor(newDocument(studyid, upload.chosen), editingOf(newDocumentFields))
  async function save(event: FormEvent) {
    event.preventDefault()
    const saved = await editor.save()
    if (!saved) return
    const { addStudyDocument } = saved.data
    await upload.send(addStudyDocument)
    if (saved.isShown) onAdded(addStudyDocument.documentid)
  }
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <FieldStack>
          <RecordNotices copy={editor} label={(key) => t(isField(key) ? key : 'title')} />
          <RecordInputs
            editor={editor}
            fields={newDocumentFields}
            label={(field) => t(field)}
            shown={{
              kind: {
                description: t('kindHint'),
                offered: offeredDocumentKinds.map((value) => ({ value, label: kindText(value) })),
                isInWords: true,
              },
              date: { type: 'date', description: t('dateHint') },
            }}
          />
          <FileInputs upload={upload} />
          <FormActions
            save={t('upload')}
            busyLabel={t('uploading')}
            submission={{ ...editor, isBusy: editor.isBusy || upload.percent !== undefined }}
            isDisabled={!upload.chosen}
            onCancel={() => {
              editor.discard()
              onClose()
            }}
          />
        </FieldStack>
      </form>
    </SidePanel>
  )
}

/** The file of a version, with the progress of its upload. */
function FileInputs({ upload }: { upload: Upload }) {
  const t = useTranslations('studyDocuments')
  const textOf = useFailureText()
  const { chosen, percent, failed } = upload
  const problem = chosen && whyNotDocumentFile(chosen.file)
  return (
    <>
      <FileInput
        name="file"
        label={t('file')}
        description={t('fileHint')}
        placeholder={t('choose')}
        accept=".pdf,.docx,.doc,.odt,.txt,.md,.png,.jpg,.jpeg,.gif,.webp"
        value={chosen?.file ?? null}
        error={failed ?? (problem ? failuresOf(problem).map(textOf).join(' ') : undefined)}
        withAsterisk
        onChange={(file) => void upload.choose(file)}
      />
      {percent !== undefined && (
        <progress className={classes.progress} max={100} value={percent} aria-label={t('uploading')} />
      )}
    </>
  )
}

/** Uploads the next version of a document. */
export function NewVersion({ documentid }: { documentid: string }) {
  const t = useTranslations('studyDocuments')
  const headingid = useId()
  const upload = useUpload()
  const editor = useEditor(newVersion(documentid, upload.chosen), editingOf(newDocumentVersionFields))
  async function save(event: FormEvent) {
    event.preventDefault()
    const saved = await editor.save()
    if (saved) await upload.send(saved.data.addStudyDocumentVersion)
  }
  return (
    <form onSubmit={(event) => void save(event)} aria-labelledby={headingid} noValidate>
      <h3 id={headingid} className={classes.heading}>
        {t('newVersion')}
      </h3>
      <FieldStack>
        <RecordInputs
          editor={editor}
          fields={newDocumentVersionFields}
          label={(field) => t(field)}
          shown={{ date: { type: 'date', description: t('dateHint') } }}
        />
        <FileInputs upload={upload} />
        <FormActions
          save={t('uploadVersion')}
          busyLabel={t('uploading')}
          submission={{ ...editor, isBusy: editor.isBusy || upload.percent !== undefined }}
          isDisabled={!upload.chosen}
        />
      </FieldStack>
    </form>
  )
}
