import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import {
  offeredDocumentKinds,
  whyNotDocument,
  whyNotDocumentDate,
  whyNotDocumentFile,
} from '@casebook/domain/study-documents/study-documents.rules.ts'
import { FileInput, TextInput } from '@mantine/core'
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
  RemoveStudyDocumentDocument,
} from '../generated/graphql.ts'
import { useFailureText } from '../locale/failure-text.ts'
import type { Known } from '../records/machine/entry.ts'
import { RecordNotices } from '../records/RecordNotices.tsx'
import { type Editor, savedBy, takenBackBy, useEditor } from '../records/use-record.ts'
import classes from './StudyDocuments.module.css'
import { type Chosen, type Upload, useUpload } from './upload-document.ts'

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

const blank = { title: '', kind: 'protocol', date: '' }
const names = ['title', 'kind', 'date']

function typedOf(fields: Fields) {
  return { title: fieldValue(fields, 'title'), kind: fieldValue(fields, 'kind') }
}

function whyNot(key: string, fields: Fields): Error | undefined {
  if (key === 'date') return whyNotDocumentDate(fieldValue(fields, 'date'))
  const problem = whyNotDocument(typedOf(fields))
  return problem?.field === key ? problem : undefined
}

function newDocument(studyid: string, chosen: Chosen | undefined) {
  return {
    record: `new-study-document/${studyid}`,
    blank,
    plan(fields: Fields, _over: number | null, { added }: Known<AddStudyDocumentMutation>) {
      const problem =
        whyNotDocument(typedOf(fields)) ?? whyNot('date', fields) ?? whyNotDocumentFile(chosen?.file ?? noFile)
      if (problem) return problem
      const { file, sha256 } = chosen ?? { file: noFile, sha256: null }
      const date = fieldValue(fields, 'date') || null
      // What was added with other texts, before the answer was lost, has no file yet.
      if (added) return takenBackBy(RemoveStudyDocumentDocument, { documentid: added.data.addStudyDocument.documentid })
      const input = { studyid, ...typedOf(fields), filename: file.name, sha256, date }
      return savedBy(AddStudyDocumentDocument, { input })
    },
  }
}

function newVersion(documentid: string, chosen: Chosen | undefined) {
  return {
    record: `new-study-document-version/${documentid}`,
    blank: { date: '' },
    plan(fields: Fields) {
      const problem = whyNot('date', fields) ?? whyNotDocumentFile(chosen?.file ?? noFile)
      if (problem) return problem
      const { file, sha256 } = chosen ?? { file: noFile, sha256: null }
      const date = fieldValue(fields, 'date') || null
      return savedBy(AddStudyDocumentVersionDocument, { documentid, filename: file.name, sha256, date })
    },
  }
}

const noFile = new File([], '')

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
  const kindsid = useId()
  const kindOf = (text: string) => offeredDocumentKinds.find((kind) => kindText(kind) === text) ?? text
  const upload = useUpload()
  const editor = useEditor(newDocument(studyid, upload.chosen), { names, why: whyNot })
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
          <RecordNotices
            copy={editor}
            label={(key) => t(key === 'kind' ? 'kind' : key === 'date' ? 'date' : 'title')}
          />
          <TextInput
            name="title"
            label={t('title')}
            value={fieldValue(editor.fields, 'title')}
            error={editor.errorOf('title')}
            withAsterisk
            aria-required
            autoComplete="off"
            onChange={(event) => editor.type({ title: event.currentTarget.value })}
            onBlur={() => editor.check('title')}
          />
          <TextInput
            name="kind"
            label={t('kind')}
            description={t('kindHint')}
            value={kindText(fieldValue(editor.fields, 'kind'))}
            error={editor.errorOf('kind')}
            list={kindsid}
            withAsterisk
            aria-required
            autoComplete="off"
            onChange={(event) => editor.type({ kind: kindOf(event.currentTarget.value) })}
            onBlur={() => editor.check('kind')}
          />
          <datalist id={kindsid}>
            {offeredDocumentKinds.map((kind) => (
              <option key={kind} value={kindText(kind)} />
            ))}
          </datalist>
          <FileFields editor={editor} upload={upload} />
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

/** The date and the file of a version, with the progress of its upload. */
function FileFields<Row, Data>({ editor, upload }: { editor: Editor<Row, Data>; upload: Upload }) {
  const t = useTranslations('studyDocuments')
  const textOf = useFailureText()
  const { chosen, percent, failed } = upload
  const problem = chosen && whyNotDocumentFile(chosen.file)
  return (
    <>
      <TextInput
        name="date"
        type="date"
        label={t('date')}
        description={t('dateHint')}
        value={fieldValue(editor.fields, 'date')}
        error={editor.errorOf('date')}
        onChange={(event) => editor.type({ date: event.currentTarget.value })}
        onBlur={() => editor.check('date')}
      />
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
  const editor = useEditor(newVersion(documentid, upload.chosen), { names: ['date'], why: whyNot })
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
        <FileFields editor={editor} upload={upload} />
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
