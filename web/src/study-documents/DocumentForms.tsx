import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import {
  newDocumentFields,
  newDocumentVersionFields,
  offeredDocumentKinds,
  whyNotDocumentFile,
} from '@casebook/domain/study-documents/study-documents.rules.ts'
import { Title } from '@mantine/core'
import '@mantine/core/styles/Title.css'
import { type FormEvent, useCallback, useId } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../calls/call.ts'
import { writeOnce } from '../calls/graphql.ts'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  AddStudyDocumentDocument,
  type AddStudyDocumentMutation,
  AddStudyDocumentVersionDocument,
  type AddStudyDocumentVersionMutation,
  CompleteStudyDocumentDocument,
  HearOfStudyDocumentDocument,
  RemoveStudyDocumentDocument,
} from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { RecordInputs } from '../records/RecordForm.tsx'
import { RecordNotices } from '../records/RecordNotices.tsx'
import { editingOf, replacedBy, savedBy, takenBackBy, useEditor } from '../records/use-record.ts'
import { type Chosen, ChosenFileInput, type FilePlace, useChosenFile } from '../reference-data/chosen/ChosenFile.tsx'

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

type Begun = {
  documentid: string
  versions: readonly { number: number; objectUrl?: string | null | undefined; fields?: string | null | undefined }[]
}

/** The version that the call began: it has a form. */
function begunVersion({ versions }: Begun) {
  return versions.find(({ objectUrl }) => objectUrl)
}

function newDocument(studyid: string, chosen: Chosen | undefined) {
  return {
    record: `new-study-document/${studyid}`,
    blank: { ...blankFields(newDocumentFields), kind: 'protocol' },
    plan(fields: Fields, _over: number | null, { added }: Known<AddStudyDocumentMutation>) {
      const given = givenFields(newDocumentFields, fields)
      const why = whyNotGiven(newDocumentFields, given) ?? whyNotDocumentFile(chosen?.file ?? noFile)
      if (why) return why
      const { file, sha256 } = chosen ?? { file: noFile, sha256: null }
      // What was added with other texts, before the answer was lost, has no file yet.
      if (added) return takenBackBy(RemoveStudyDocumentDocument, { documentid: added.data.addStudyDocument.documentid })
      const input = { studyid, ...given, filename: file.name, sha256, sending: true }
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
      const why = whyNotGiven(newDocumentVersionFields, given) ?? whyNotDocumentFile(chosen?.file ?? noFile)
      if (why) return why
      const { file, sha256 } = chosen ?? { file: noFile, sha256: null }
      // What was begun with another date, before the answer was lost, has no file yet.
      const replaces = added && begunVersion(added.data.addStudyDocumentVersion)?.number
      const input = { documentid, filename: file.name, sha256, sending: true, ...given }
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
  const upload = useChosenFile()
  const editor = useEditor(newDocument(studyid, upload.chosen), editingOf(newDocumentFields))
  async function save(event: FormEvent) {
    event.preventDefault()
    const saved = await editor.save()
    if (!saved) return
    const { addStudyDocument } = saved.data
    await upload.send(placeOf(addStudyDocument))
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
function FileInputs({ upload }: { upload: ReturnType<typeof useChosenFile> }) {
  const t = useTranslations('studyDocuments')
  return (
    <ChosenFileInput
      upload={upload}
      texts={{ label: t('file'), hint: t('fileHint'), choose: t('choose'), uploading: t('uploading') }}
      accept=".pdf,.docx,.doc,.odt,.txt,.md,.png,.jpg,.jpeg,.gif,.webp"
      whyNot={whyNotDocumentFile}
    />
  )
}

/** Where the file of the version that a call began is sent to. */
function placeOf(begun: Begun): FilePlace {
  const { documentid } = begun
  const version = begunVersion(begun)
  if (!version?.objectUrl || !version.fields) throw new Error('the answer has no objectUrl and fields')
  const { number, objectUrl, fields } = version
  const ids = { documentid, number }
  return {
    objectUrl,
    fields,
    notArrived: problem('study-document.not-arrived', { field: 'file' }),
    async complete() {
      const { completeStudyDocument } = await writeOnce(CompleteStudyDocumentDocument, ids)
      return completeStudyDocument.versions.some((one) => one.number === number && one.status === 'UPLOADED')
    },
    beat: () => call(HearOfStudyDocumentDocument, ids, { isRead: true, isBackground: true }),
    stop: () => call(CompleteStudyDocumentDocument, { ...ids, stopped: true }, { isBackground: true, keepalive: true }),
  }
}

/** Uploads the next version of a document. */
export function NewVersion({ documentid }: { documentid: string }) {
  const t = useTranslations('studyDocuments')
  const headingid = useId()
  const upload = useChosenFile()
  const editor = useEditor(newVersion(documentid, upload.chosen), editingOf(newDocumentVersionFields))
  async function save(event: FormEvent) {
    event.preventDefault()
    const saved = await editor.save()
    if (saved) await upload.send(placeOf(saved.data.addStudyDocumentVersion))
  }
  return (
    <form onSubmit={(event) => void save(event)} aria-labelledby={headingid} noValidate>
      <Title order={3} id={headingid} fz="1rem" mb="sm">
        {t('newVersion')}
      </Title>
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
