import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { whyNotFormFields, whyNotValue } from '@casebook/domain/forms/value.rules.ts'
import { Failure } from '../app/failures.ts'
import { useDraft } from '../components/use-draft.ts'
import { useSubmission } from '../components/use-submission.ts'
import { type FormValues, givenFields } from './form-values.ts'

/** `version` is the one that the values began from: null for a form that is new. */
type FormDraft = { version: number | null; values: FormValues }

/**
 * What is typed into one form: kept as a draft, judged field by field when left and as a whole before it is saved. When
 * somebody saves the form meanwhile, `conflict` says so as soon as this screen hears of it.
 */
export function useFormDraft(
  record: string,
  fields: readonly FormTypeField[],
  saved: FormDraft,
  save: (fields: { key: string; value: string }[], version: number | undefined) => Promise<unknown>,
) {
  const draft = useDraft<FormDraft>(record, saved)
  const { version, values } = draft.value
  const names = fields.map(({ name }) => name)
  const submission = useSubmission(names, async (overVersion: number | null) => {
    const given = givenFields(fields, values)
    const problem = whyNotFormFields({ fields }, given)
    if (problem) throw problem
    await save(given, overVersion ?? undefined)
  })

  const isStale = draft.isChanged && saved.version !== null && saved.version !== version
  const heard = isStale && saved.version !== null ? staleness(saved.version) : undefined

  /** Shows every refusal at once. True when there is none. */
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
    version,
    // While our own save is under way, the newer version is ours.
    conflict: submission.conflict ?? (submission.isBusy ? undefined : heard),
    checkAll,
    type(name: string, value: string) {
      draft.set({ version, values: { ...values, [name]: value } })
      submission.clear(name)
    },
    leave(field: FormTypeField, value: string) {
      submission.check(field.name, value === '' && !draft.isChanged ? undefined : whyNotValue(field, value))
    },
  }
}

function staleness(version: number): Failure {
  return new Failure({ code: 'CONFLICT', message: '', current: { version, by: '', at: '' } })
}
