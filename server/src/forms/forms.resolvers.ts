import { mergeRetired, storedFields } from '@casebook/domain/forms/forms.rules.ts'
import { whyNotFormFields } from '@casebook/domain/forms/value.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { selectionOf } from '../platform/selection.ts'
import { refuseStale } from '../platform/versions.ts'
import { write } from '../platform/write.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import { findForm, findOfferedFields, insertForm, listForms, lockForm, removeForm, updateForm } from './forms.sql.ts'

export const formsResolvers: Resolvers = {
  Query: {
    async listForms(_, { subjectid }, { db, scope }, info) {
      const forms = await listForms(db, scope, subjectid, selectionOf(info))
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
    async addForm(_, { input }, { db, scope }, info) {
      const { subjectid, formtypeid } = input
      return write(db, scope.actor, undefined, async (tx) => {
        const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
        const formtype = await findOfferedFields(tx, studyid, formtypeid)
        if (!formtype) throw problem('form-type.missing', { field: 'formtypeid' })
        const why = whyNotFormFields(formtype, input.fields)
        if (why) throw why
        const form = { subjectid, formtypeid, siteid, studyid, fields: storedFields(formtype, input.fields) }
        const added = await insertForm(tx, form, selectionOf(info))
        if (added === undefined) throw problem('form.taken', { field: 'formtypeid' })
        return added
      })
    },

    async updateForm(_, { input }, { db, scope }, info) {
      const { subjectid, formtypeid } = input
      return write(db, scope.actor, undefined, async (tx) => {
        const [, form] = await Promise.all([
          lockWritableSubject(tx, scope, subjectid),
          lockForm(tx, { subjectid, formtypeid }),
        ])
        if (!form) throw problem('form.missing', { field: 'formtypeid' })
        await refuseStale(tx, { kind: 'form', id: formtypeid, subjectid }, form.version, input.version)
        const formtype = { fields: form.defined }
        const why = whyNotFormFields(formtype, input.fields)
        if (why) throw why
        const fields = mergeRetired(form.stored, input.fields, formtype)
        return updateForm(tx, { subjectid, formtypeid }, fields, selectionOf(info))
      })
    },

    async removeForm(_, { subjectid, formtypeid }, { db, scope }, info) {
      return write(db, scope.actor, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const removed = await removeForm(tx, { subjectid, formtypeid }, selectionOf(info))
        if (removed === undefined) throw problem('form.missing', { field: 'formtypeid' })
        return removed
      })
    },
  },
}
