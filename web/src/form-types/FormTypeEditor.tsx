import { whyNotFields, whyNotFormTypeIdentifier } from '@casebook/domain/form-types/form-types.rules.ts'
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormActions } from '../components/form/FormActions.tsx'
import { UnsavedGuard } from '../components/form/UnsavedGuard.tsx'
import { DraftNotices } from '../drafts/DraftNotices.tsx'
import type { Stored } from '../drafts/machine/draft-machine.ts'
import { useRecordDraft } from '../drafts/use-record-draft.ts'
import { useRecordSubmission } from '../drafts/use-record-submission.ts'
import type { FormTypeFieldInput } from '../generated/graphql.ts'
import { useDefinitionText } from './definition-text.ts'
import classes from './FormTypeEditor.module.css'
import { FieldTable } from './fields/FieldTable.tsx'
import { emptyField, type FieldDraft, type FormTypeDraft, fieldOfDraft } from './fields/field-draft.ts'
import { changesTo, draftOfFields, fieldNameOf } from './form-type-fields.ts'

export type FormTypeTyped = { identifier: string; fields: FormTypeFieldInput[] }

/** Identifier and fields of a form type, for adding and editing. Saving is disabled while a row is open. */
export function FormTypeEditor({
  record,
  stored,
  save,
  canPutBack = false,
  saveLabel,
  busyLabel,
  onSaved,
  onCancel,
}: {
  record: string
  stored: Stored
  /** `version` is null for a form type that is new, or that a colleague removed. */
  save: (typed: FormTypeTyped, version: number | null) => Promise<{ version: number } | undefined>
  canPutBack?: boolean
  saveLabel: string
  busyLabel: string
  onSaved: () => void
  onCancel: () => void
}) {
  const t = useTranslations('formTypes')
  const definitionText = useDefinitionText()
  const draft = useRecordDraft(record, stored)
  const [edited, setEdited] = useState<FieldDraft>()
  const typed = draftOfFields(draft.fields, draft.state.base.fields)
  const { identifier, fields } = typed
  const submission = useRecordSubmission(
    draft,
    ['identifier'],
    (content) => {
      const { identifier: name, fields: rows } = draftOfFields(content, {})
      return whyNotFormTypeIdentifier(name) ?? whyNotFields(rows.map(fieldOfDraft))
    },
    (content, version) => {
      const { identifier: name, fields: rows } = draftOfFields(content, {})
      return save({ identifier: name, fields: rows.map(fieldOfDraft) }, version)
    },
  )
  const { submit, errorOf, clear, check, ifShown } = submission

  function change(next: Partial<FormTypeDraft>) {
    draft.set(changesTo({ ...typed, ...next }, draft.fields))
  }

  async function saveIt() {
    if (edited || !(await submit())) return
    draft.discard()
    ifShown(onSaved)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveIt()
  }

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <UnsavedGuard isChanged={draft.isChanged || edited !== undefined} onLeave={draft.discard} />
      <DraftNotices
        draft={draft}
        label={(key) => fieldNameOf(key) ?? t('identifier')}
        text={definitionText}
        onPutBack={canPutBack ? () => void saveIt() : undefined}
      />
      <TextInput
        className={classes.identifier}
        name="identifier"
        label={t('identifier')}
        value={identifier}
        error={errorOf('identifier')}
        withAsterisk
        aria-required
        autoComplete="off"
        onChange={(event) => {
          change({ identifier: event.currentTarget.value })
          clear('identifier')
        }}
        onBlur={() => draft.isChanged && check('identifier', whyNotFormTypeIdentifier(identifier))}
      />
      <FieldTable fields={fields} edited={edited} onEdit={setEdited} onChange={(next) => change({ fields: next })} />
      <Button
        variant="default"
        size="xs"
        className={classes.add}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={edited !== undefined}
        onClick={() => setEdited(emptyField(`new ${Date.now()}`))}
      >
        {t('addField')}
      </Button>
      <FormActions
        isSticky={edited === undefined}
        save={saveLabel}
        busyLabel={busyLabel}
        submission={submission}
        isChanged={draft.isChanged}
        isDisabled={edited !== undefined || (draft.isRemoved && !canPutBack)}
        onCancel={() => {
          draft.discard()
          onCancel()
        }}
      >
        {edited && <span className={classes.why}>{t('finishField')}</span>}
      </FormActions>
    </form>
  )
}
