import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import { whyNotFormFields, whyNotValue } from '@casebook/domain/forms/value.rules.ts'
import type { Stored } from '../drafts/machine/draft-machine.ts'
import { type FindAuthor, useRecordDraft } from '../drafts/use-record-draft.ts'
import { useRecordSubmission } from '../drafts/use-record-submission.ts'
import { givenFields } from './values/form-values.ts'

/**
 * The draft of one form: validated field by field when they lose focus, and as a whole before it is saved. `save` gets
 * the version to save over, null to add the form.
 */
export function useFormDraft(
  record: string,
  fields: readonly FormTypeField[],
  stored: Stored,
  save: (fields: KeyValue[], version: number | null) => Promise<{ version: number }>,
  findAuthor: FindAuthor,
) {
  const draft = useRecordDraft(record, stored, { findAuthor })
  const values = draft.fields
  const names = fields.map(({ name }) => name)
  const submission = useRecordSubmission(
    draft,
    names,
    (typed) => whyNotFormFields({ fields }, givenFields(fields, typed)),
    (typed, version) => save(givenFields(fields, typed), version),
  )

  /** Shows every refusal. Returns true if there is none. */
  function checkAll(): boolean {
    const problems = fields.map((field) => ({
      name: field.name,
      problem: whyNotValue(field, values[field.name] ?? ''),
    }))
    for (const { name, problem } of problems) submission.check(name, problem)
    return problems.every(({ problem }) => !problem)
  }

  return {
    ...submission,
    draft,
    values,
    checkAll,
    type(name: string, value: string) {
      draft.set({ [name]: value })
      submission.clear(name)
    },
    leave(field: FormTypeField, value: string) {
      submission.check(field.name, value === '' && !draft.isChanged ? undefined : whyNotValue(field, value))
    },
  }
}
