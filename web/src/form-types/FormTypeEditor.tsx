import { whyNotFields, whyNotFormTypeIdentifier } from '@casebook/domain/form-types/form-types.rules.ts'
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConflictNotice } from '../components/ConflictNotice.tsx'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { FormActions } from '../components/FormActions.tsx'
import { UnsavedGuard } from '../components/UnsavedGuard.tsx'
import { useSubmission } from '../components/use-submission.ts'
import { useVersionedDraft } from '../components/use-versioned-draft.ts'
import type { FormTypeFieldInput } from '../generated/graphql.ts'
import { FieldTable } from './FieldTable.tsx'
import classes from './FormTypeEditor.module.css'
import { emptyField, type FieldDraft, type FormTypeDraft, fieldOfDraft } from './field-draft.ts'

export type FormTypeTyped = { identifier: string; fields: FormTypeFieldInput[] }

/** Identifier and fields of a form type, for adding and for editing one. Saving waits for a row that is open. */
export function FormTypeEditor({
  record,
  saved,
  version,
  save,
  saveLabel,
  busyLabel,
  onSaved,
  onCancel,
}: {
  record: string
  saved: FormTypeDraft
  version?: number
  save: (typed: FormTypeTyped, version: number | undefined) => Promise<unknown>
  saveLabel: string
  busyLabel: string
  onSaved: () => void
  onCancel: () => void
}) {
  const t = useTranslations('formTypes')
  const draft = useVersionedDraft(record, saved, version)
  const [edited, setEdited] = useState<FieldDraft>()
  const { identifier, fields } = draft.value
  const { submit, isBusy, errorOf, conflict, clear, check } = useSubmission(
    ['identifier'],
    async (overVersion: number | undefined) => {
      const typed = fields.map(fieldOfDraft)
      const problem = whyNotFormTypeIdentifier(identifier) ?? whyNotFields(typed)
      if (problem) throw problem
      await save({ identifier, fields: typed }, overVersion)
    },
  )

  async function saveVersion(overVersion: number | undefined) {
    if (edited || !(await submit(overVersion))) return
    draft.discard()
    onSaved()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void saveVersion(draft.version)
  }

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <UnsavedGuard isChanged={draft.isChanged || edited !== undefined} onLeave={draft.discard} />
      <DraftNotice draft={draft} />
      <ConflictNotice
        conflict={isBusy ? undefined : (conflict ?? draft.heard)}
        onSaveMine={(current) => void saveVersion(current)}
        onTakeTheirs={() => {
          clear()
          draft.discard()
        }}
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
          draft.set({ identifier: event.currentTarget.value, fields })
          clear('identifier')
        }}
        onBlur={() => draft.isChanged && check('identifier', whyNotFormTypeIdentifier(identifier))}
      />
      <FieldTable
        fields={fields}
        edited={edited}
        onEdit={setEdited}
        onChange={(next) => draft.set({ identifier, fields: next })}
      />
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
        isBusy={isBusy}
        isChanged={draft.isChanged}
        isDisabled={edited !== undefined}
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
