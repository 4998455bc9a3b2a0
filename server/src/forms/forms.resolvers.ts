import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { type KeyValue, mergeRetired, storedFields } from '@casebook/domain/forms/forms.rules.ts'
import { mergeChange } from '@casebook/domain/forms/merge-change.ts'
import { whyNotFormFields, whyNotFormKeys } from '@casebook/domain/forms/value.rules.ts'
import { sameText } from '@casebook/domain/shared/names/names.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { formShape } from '../shapes/form.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import { putBackRecord, removeRecord } from '../writes/removal.sql.ts'
import { givenReason, refuseStale } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { writeGuarded } from '../writes/write-guarded.ts'
import {
  addFirstForm,
  changeForm,
  findForm,
  findFormToValidate,
  findFormTypeForSubject,
  findOfferedFields,
  insertForm,
  listForms,
  lockForm,
  updateForm,
} from './forms.sql.ts'

export const formsResolvers: Resolvers = {
  Query: {
    async listForms(_, { subjectid }, { lists, scope }, info) {
      const forms = await listForms(lists, scope, subjectid, selectionOf(info))
      if (forms === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return forms
    },

    async getForm(_, ids, { shortReads, scope }, info) {
      const form = await findForm(shortReads, scope, ids, selectionOf(info))
      if (form === undefined) throw problem('form.missing', { field: 'formtypeid' })
      return form
    },
  },
  Mutation: {
    async addForm(_, { input }, context, info) {
      const { subjectid, formtypeid } = input
      const { shortReads, scope } = context
      const selection = selectionOf(info)
      async function prepare() {
        const formtype = await findFormTypeForSubject(shortReads, scope, input)
        const fields = formtype && validateNew(formtype, input.fields)
        return fields && addFirstForm(scope, input, { fields, typeVersion: formtype.version }, selection)
      }
      return writeGuarded(context, prepare, async (tx) => {
        const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
        const formtype = await findOfferedFields(tx, studyid, formtypeid)
        if (!formtype) throw problem('form-type.missing', { field: 'formtypeid' })
        const fields = validateNew(formtype, input.fields)
        const added = await insertForm(tx, { subjectid, formtypeid, siteid, studyid, fields }, selection)
        if (added === undefined) throw problem('form.taken', { field: 'formtypeid' })
        return added
      })
    },

    async updateForm(_, { input }, context, info) {
      const { subjectid, formtypeid } = input
      const { shortReads, scope } = context
      const selection = selectionOf(info)
      async function prepare() {
        const form = await findFormToValidate(shortReads, scope, input)
        if (!form || (input.version ?? form.version) !== form.version) return undefined
        const fields = validateChange(form, input)
        return changeForm(scope, input, { fields, version: form.version }, selection)
      }
      return writeGuarded(context, prepare, async (tx) => {
        const [, form] = await Promise.all([lockWritableSubject(tx, scope, subjectid), lockForm(tx, input)])
        if (!form) throw problem('form.missing', { field: 'formtypeid' })
        await refuseStale(tx, { kind: 'form', id: formtypeid, subjectid }, form.version, input.version)
        return updateForm(tx, input, validateChange(form, input), selection)
      })
    },

    async removeForm(_, { subjectid, formtypeid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const removed = await removeRecord(tx, 'form', { subjectid, formtypeid }, formShape, selectionOf(info))
        if (removed === undefined) throw problem('form.missing', { field: 'formtypeid' })
        return removed
      })
    },

    async putBackForm(_, { subjectid, formtypeid, reason }, { db, scope }, info) {
      return write(db, scope, givenReason(reason), async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        if (await lockForm(tx, { subjectid, formtypeid })) throw problem('form.taken', { field: 'formtypeid' })
        const back = await putBackRecord(tx, 'form', { subjectid, formtypeid }, formShape, selectionOf(info))
        if (back === undefined) throw problem('removed.missing', { field: 'formtypeid' })
        return back
      })
    },
  },
}

type Defined = { fields: readonly FormTypeField[] }

/** Validates the values of a new form and returns them as they are stored. Throws if the rules refuse them. */
function validateNew(formtype: Defined, given: readonly KeyValue[]): KeyValue[] {
  const why = whyNotFormFields(formtype, given)
  if (why) throw why
  return storedFields(formtype, given)
}

type Given = { fields: readonly KeyValue[]; base?: readonly KeyValue[] | null | undefined }

/** The same for an existing form. With `base`, what somebody else changed since is kept. */
function validateChange(
  form: { stored: readonly KeyValue[]; defined: readonly FormTypeField[] },
  { fields: given, base }: Given,
) {
  const formtype = { fields: form.defined }
  const why = base ? whyNotFormKeys(formtype, given) : whyNotFormFields(formtype, given)
  if (why) throw why
  if (!base) return mergeRetired(form.stored, given, formtype)
  const merged = mergeChange({ base, given, stored: storedFields(formtype, form.stored) })
  if (merged instanceof Problem) throw merged
  // A field of the base that is retired by now is none of the form's fields.
  const fields = merged.filter(({ key }) => formtype.fields.some(({ name }) => sameText(name) === key))
  const whyMerged = whyNotFormFields(formtype, fields)
  if (whyMerged) throw whyMerged
  return mergeRetired(form.stored, fields, formtype)
}
