import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import {
  cleanFields,
  keepsOrder,
  whyNotFields,
  whyNotFieldsUpdate,
  whyNotFormTypeIdentifier,
} from '@casebook/domain/form-types/form-types.rules.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { formTypeShape } from '../shapes/form-type.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockChangeableStudy } from '../studies/studies.sql.ts'
import { removeRecord } from '../writes/removal.sql.ts'
import { newId, refuseStale } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { findFormType, insertFormType, listFormTypes, lockFormType, updateFormType } from './form-types.sql.ts'

export const formTypesResolvers: Resolvers = {
  Query: {
    async listFormTypes(_, { studyid }, { lists, scope }, info) {
      const types = await listFormTypes(lists, scope, studyid, selectionOf(info))
      if (types === undefined) throw problem('study.missing', { field: 'studyid' })
      return types
    },

    async getFormType(_, ids, { shortReads, scope }, info) {
      const type = await findFormType(shortReads, scope, ids, selectionOf(info))
      if (type === undefined) throw problem('form-type.missing', { field: 'formtypeid' })
      return type
    },
  },
  Mutation: {
    async addFormType(_, { studyid, identifier, fields }, { db, scope }, info) {
      const why = whyNotFormTypeIdentifier(identifier) ?? whyNotFields(fields)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const { siteid } = await lockChangeableStudy(tx, scope, studyid)
        const type = { formtypeid: newId(), siteid, studyid, ...defined(identifier, fields) }
        return insertFormType(tx, type, selectionOf(info))
      })
    },

    async updateFormType(_, { formtypeid, input }, { db, scope }, info) {
      const why = whyNotFormTypeIdentifier(input.identifier) ?? whyNotFields(input.fields)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        await lockChangeableStudy(tx, scope, input.studyid)
        const type = await lockFormType(tx, input.studyid, formtypeid)
        if (!type) throw problem('form-type.missing', { field: 'formtypeid' })
        await refuseStale(tx, { kind: 'form_type', id: formtypeid }, type.version, input.version)
        const whyNotNow = whyNotFieldsUpdate(type.fields, input.fields)
        if (whyNotNow) throw whyNotNow
        const change = { ...defined(input.identifier, input.fields), keepsOrder: keepsOrder(type.fields, input.fields) }
        return updateFormType(tx, formtypeid, change, selectionOf(info))
      })
    },

    async removeFormType(_, { studyid, formtypeid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockChangeableStudy(tx, scope, studyid)
        const type = await lockFormType(tx, studyid, formtypeid)
        if (!type) throw problem('form-type.missing', { field: 'formtypeid' })
        return removeRecord(tx, 'form_type', { formtypeid }, formTypeShape, selectionOf(info))
      })
    },
  },
}

function defined(text: string, given: readonly FormTypeField[]) {
  const identifier = cleanName(text)
  const fields = cleanFields(given).map((field) => ({
    ...field,
    length: field.length ?? null,
    pattern: field.pattern ?? null,
  }))
  return { identifier, identifier_key: caseKey(identifier), fields }
}
