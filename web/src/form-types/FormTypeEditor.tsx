import { expressionProblems } from '@casebook/domain/form-types/definition.ts'
import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import { cleanFields } from '@casebook/domain/form-types/form-types.rules.ts'
import { repeatsKey } from '@casebook/domain/shared/record-fields/repeats.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../calls/failures.ts'
import { FormActions } from '../components/form/FormActions.tsx'
import { UnsavedGuard } from '../components/form/UnsavedGuard.tsx'
import { useFocusNext } from '../components/form/use-focus-next.ts'
import { useFailureText } from '../locale/failure-text.ts'
import { RecordNotices } from '../records/RecordNotices.tsx'
import { records } from '../records/records.ts'
import type { Editor } from '../records/use-record.ts'
import { RepeatsSwitch, useRepeatsText } from '../studies/study/RepeatsSwitch.tsx'
import { ChecksPart } from './checks/ChecksPart.tsx'
import { useDefinitionText } from './draft/definition-text.ts'
import { isSavingKey } from './draft/enter.ts'
import { emptyField, type FormTypeDraft } from './draft/field-draft.ts'
import { changesTo, draftOfFields, fieldNameOf, typedOf, whyNotTyped } from './draft/form-type-fields.ts'
import { knownFields } from './expressions/known-fields.ts'
import classes from './FormTypeEditor.module.css'
import { FieldTable } from './fields/FieldTable.tsx'
import { FieldTools } from './fields/FieldTools.tsx'
import { withoutOpenRow } from './fields/open-row.ts'
import { useOpenRow } from './fields/use-open-row.ts'
import { DraftPart } from './publishing/DraftPart.tsx'
import { ReviewPart } from './publishing/ReviewPart.tsx'
import { type Published, useReview } from './publishing/use-review.ts'
import { VersionsPart } from './publishing/VersionsPart.tsx'
import { TakeOver } from './taking/TakeOver.tsx'
import { TryOutPart } from './trying/TryOutPart.tsx'
import { triedValues, useTryOut } from './trying/use-try-out.ts'
import { undoByKey, useUndo } from './undo/use-undo.ts'

/** Identifier, fields and checks of a form type, for adding and editing. Saving is disabled while a row is open. */
export function FormTypeEditor<Row, Data>({
  studyid,
  editor,
  canPutBack = false,
  saveLabel,
  busyLabel,
  published,
  onSaved,
  onClose,
}: {
  studyid: string
  editor: Editor<Row, Data>
  canPutBack?: boolean
  saveLabel: string
  busyLabel: string
  /** For a form type that is stored already. */
  published?: Published<Data> | undefined
  /** Also if the person left the editor meanwhile. */
  onSaved?: (data: Data) => void
  onClose: () => void
}) {
  const t = useTranslations('formTypes')
  const textOf = useFailureText()
  const definitionText = useDefinitionText()
  const repeats = useRepeatsText()
  const [isTrying, setIsTrying] = useState(false)
  const [hasVersions, setHasVersions] = useState(false)
  const [fieldsOf] = useState(withoutOpenRow)
  const contents = fieldsOf(editor.fields)
  const { fields: stored } = editor.entry.base
  const typed = useMemo(() => draftOfFields(contents, stored), [contents, stored])
  const sent = useMemo(() => typedOf(contents), [contents])
  const cleaned = useMemo(() => cleanFields(sent.fields), [sent])
  const known = useMemo(() => knownFields(cleaned), [cleaned])
  const problems = useMemo(() => expressionProblems(cleaned, sent.checks), [cleaned, sent])
  const tryOut = useTryOut(sent.fields, sent.checks, problems)
  const undo = useUndo({ fields: contents, type: editor.type })
  const form = useRef<HTMLFormElement>(null)
  const focusNext = useFocusNext(form)

  function change(part: Partial<FormTypeDraft>, into?: string) {
    undo.change(changesTo({ ...typed, ...part }, contents), into)
  }

  const now = () => records.entry(editor.record)?.mine ?? editor.fields
  const open = useOpenRow({ ...editor, now }, typed.fields, (added) => change({ fields: [...typed.fields, ...added] }))
  const { row, isOpen } = open
  const sentNow = () => typedOf(now())
  const review = useReview(published, sent, sentNow, () => editor.save())
  const isRefused = useMemo(() => whyNotTyped(contents) !== undefined, [contents])
  const canReview = !editor.isRemoved && !isRefused

  /** What cannot be reviewed is refused by the save, which says why beside the fields. */
  async function saveIt(isReviewed = !canReview) {
    if (isOpen) return
    const saved = await (isReviewed ? review.publish() : review.update())
    if (!saved) return
    undo.clear()
    onSaved?.(saved.data)
    if (saved.isShown) onClose()
  }

  async function saveDraft() {
    if (!isOpen && (await published?.saveDraft())) undo.clear()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveIt()
  }

  /** What is wrong with an expression, by the beginning of its path. */
  function expressionError(path: string): string | undefined {
    const found = problems.find(({ field }) => field?.startsWith(path))
    const [failure] = found ? failuresOf(found) : []
    return failure && textOf(failure)
  }

  /** The label of a field of this name, as typed or as published. */
  const fieldLabel = (name: string) =>
    labelOf([...sent.fields, ...(published?.defined.fields ?? [])].find((each) => each.name === name) ?? { name })

  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      noValidate
      className={classes.form}
      data-alone={isTrying || undefined}
      onKeyDown={(event) => {
        if (!isOpen) undoByKey(event, undo)
        if (!isSavingKey(event)) return
        event.preventDefault()
        void saveIt()
      }}
    >
      <UnsavedGuard
        isChanged={editor.isChanged}
        isUnsaved={() => records.isEditing(editor.record)}
        onLeave={editor.discard}
      />
      <div className={classes.columns} data-trying={isTrying || undefined}>
        <div className={classes.fields}>
          <RecordNotices
            copy={editor}
            label={(key) =>
              fieldNameOf(key) ?? (key === repeatsKey ? repeats.label : t(key === 'checks' ? 'checks' : 'identifier'))
            }
            text={(key, value) => (key === repeatsKey ? repeats.text(value) : definitionText(key, value))}
            onPutBack={canPutBack ? () => void saveIt() : undefined}
          />
          <TextInput
            className={classes.identifier}
            name="identifier"
            label={t('identifier')}
            value={typed.identifier}
            error={editor.errorOf('identifier')}
            withAsterisk
            aria-required
            autoComplete="off"
            onChange={(event) => undo.change({ ...contents, identifier: event.currentTarget.value }, 'identifier')}
            onBlur={() => editor.check('identifier')}
          />
          <RepeatsSwitch editor={editor} onChange={(value) => undo.change({ ...contents, [repeatsKey]: value })} />
          <FieldTable
            draft={typed}
            known={known}
            row={row}
            isFixed={isOpen}
            tried={row ? triedValues(tryOut) : new Map()}
            errorOf={(place) => expressionError(`fields.${place}.`)}
            onEdit={open.edit}
            onType={open.type}
            onPaste={open.paste}
            onChange={change}
          />
          <FieldTools
            isBusy={isOpen}
            isTrying={isTrying}
            hasFields={typed.fields.length > 0}
            pasted={open.pasted}
            undo={undo}
            onAdd={() => open.edit(emptyField(`new ${Date.now()}`))}
            onTry={() => setIsTrying(!isTrying)}
          >
            <TakeOver studyid={studyid} draft={typed} isDisabled={isOpen} onTake={change} />
          </FieldTools>
          {(typed.fields.length > 1 || typed.checks.length > 0) && (
            <ChecksPart
              checks={typed.checks}
              fields={known}
              errorOf={(place, part) =>
                editor.errorOf(`checks.${place}.${part}`) ??
                (part === 'expression' ? expressionError(`checks.${place}.`) : undefined)
              }
              onChange={(checks, into) => change({ checks }, into)}
            />
          )}
        </div>
        {isTrying && <TryOutPart tryOut={tryOut} name={typed.identifier} />}
      </div>
      {published && (
        <details className={classes.versions} onToggle={(event) => setHasVersions(event.currentTarget.open)}>
          <summary>{t('versions.title')}</summary>
          {hasVersions && <VersionsPart {...published} typed={sent} textOf={definitionText} labelOf={fieldLabel} />}
        </details>
      )}
      {published && review.findings ? (
        <ReviewPart
          {...published}
          findings={review.findings}
          labelOf={fieldLabel}
          note={review.note}
          isBusy={editor.isBusy}
          isEditing={isOpen}
          onNote={review.setNote}
          onPublish={() => void saveIt(true)}
          onBack={() => {
            focusNext('[data-review]')
            review.back()
          }}
        />
      ) : (
        <div className={classes.actions} data-sticky={!isOpen || undefined}>
          <FormActions
            isSticky={!isOpen}
            save={saveLabel}
            busyLabel={busyLabel}
            submission={{ ...editor, isBusy: editor.isBusy || review.isReading }}
            isChanged={editor.isChanged}
            isDisabled={isOpen || editor.isRemoved}
            onCancel={() => {
              editor.discard()
              onClose()
            }}
          />
          <div className={classes.further}>
            {published && !editor.isRemoved && (
              <>
                <Button variant="default" disabled={isOpen} onClick={() => void saveDraft()}>
                  {t('saveDraft')}
                </Button>
                <Button
                  variant="default"
                  data-review
                  disabled={isOpen}
                  onClick={() => void (canReview ? review.read() : saveIt())}
                >
                  {t('review.open')}
                </Button>
              </>
            )}
            {isOpen && <span className={classes.why}>{t('finishField')}</span>}
            {published?.hasDraft && <DraftPart {...published} {...{ isOpen, undo }} discard={editor.discard} />}
          </div>
        </div>
      )}
    </form>
  )
}
