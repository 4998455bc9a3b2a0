import { todayIn } from '@casebook/domain/activities/today.ts'
import { checksWithUnmentioned, withUnmentioned } from '@casebook/domain/form-types/changes.rules.ts'
import { type FormCheck, type FormTypeField, wasPublished } from '@casebook/domain/form-types/fields.ts'
import {
  cleanFields,
  keepsOrder,
  whyNotFields,
  whyNotFieldsUpdate,
  whyNotFormTypeIdentifier,
} from '@casebook/domain/form-types/form-types.rules.ts'
import {
  fieldsOfStored,
  type StoredDefinition,
  storedDefinition,
} from '@casebook/domain/form-types/stored-definition.ts'
import { dependsOnForms, reviewDraft, whyNotPublished } from '@casebook/domain/forms/review/review-draft.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyNotText } from '@casebook/domain/shared/text.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { StoredDraft } from '../database/tables.ts'
import type { FormTypeInput, Resolvers } from '../generated/resolvers.ts'
import { inTurns } from '../rate-limits/main-thread.ts'
import { formTypeShape } from '../shapes/form-type.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockChangeableStudy } from '../studies/studies.sql.ts'
import { refuseRepeated } from '../writes/occurrences.sql.ts'
import { removeRecord } from '../writes/records.sql.ts'
import { newId, refuseStale, refuseUnseen } from '../writes/versions.ts'
import { setReason, type Write, write } from '../writes/write.ts'
import {
  type FormTypeToChange,
  findDraft,
  findFormType,
  findStudyOfFormType,
  insertFormType,
  listFormTypes,
  listFormTypeVersions,
  listStoredForms,
  lockFormType,
  nameVersion,
  noteOfVersion,
  saveDraft,
  updateFormType,
} from './form-types.sql.ts'

const maxNoteLength = 1000

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

    async listFormTypeVersions(_, ids, { lists, scope }, info) {
      const versions = await listFormTypeVersions(lists, scope, ids, selectionOf(info))
      if (versions === undefined) throw problem('form-type.missing', { field: 'formtypeid' })
      return versions
    },

    async reviewFormTypeDraft(_, { formtypeid, input }, { shortReads, scope, config, mainThread }) {
      const type = await findDraft(shortReads, scope, formtypeid)
      if (!type || (input && input.studyid !== type.studyid)) {
        throw problem('form-type.missing', { field: 'formtypeid' })
      }
      const draft = input ? definitionFrom(type, input) : type.draft
      if (!draft) throw problem('form-type.draft.missing', { field: 'formtypeid' })
      const forms = await listStoredForms(shortReads, scope, formtypeid)
      const identifiers = new Map(forms.map(({ subjectid, identifier }) => [subjectid, identifier]))
      const today = todayIn(config.studyTimezone)
      const review = reviewDraft(judgeOf(type), judgeOf(draft), forms, today)
      const findings = await inTurns(mainThread, scope.actor.personid, review)
      return findings.map(({ named, why: _why, ...finding }) => ({
        ...finding,
        subjects: named.map((form) => ({ ...form, identifier: identifiers.get(form.subjectid) ?? form.subjectid })),
      }))
    },
  },
  Mutation: {
    async addFormType(_, { studyid, identifier, fields, checks, repeats }, { db, scope }, info) {
      const why = whyNotFormTypeIdentifier(identifier) ?? whyNotFields(fields, checks ?? [])
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const { siteid } = await lockChangeableStudy(tx, scope, studyid)
        const definition = storedDefinition(identifier, fields, checks ?? [])
        const type = { formtypeid: newId(), siteid, studyid, ...definition, repeats: repeats === true }
        return insertFormType(tx, type, selectionOf(info))
      })
    },

    async updateFormType(_, { formtypeid, input, note, dropsDraft }, { db, scope }, info) {
      const whyNoted = whyNotText(note ?? '', 'note', maxNoteLength)
      if (whyNoted) throw whyNoted
      const why = whyNotFormTypeIdentifier(input.identifier) ?? whyNotFields(input.fields)
      if (why && !dependsOnStored(why.reason)) throw why
      return write(db, scope, undefined, async (tx) => {
        const { type, definition } = await prepared(tx, scope, formtypeid, input)
        await refuseBroken(tx, scope, type, definition)
        const repeats = await allowedRepeats(tx, type, input.repeats)
        if (note?.trim()) await setReason(tx, note.trim())
        const order = { keepsOrder: keepsOrder(type.fields, definition.fields), isDraftDone: dropsDraft === true }
        return updateFormType(tx, formtypeid, { ...definition, ...order, repeats }, selectionOf(info))
      })
    },

    async saveFormTypeDraft(_, { formtypeid, input }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        const { type, definition } = await prepared(tx, scope, formtypeid, input)
        const repeats = input.repeats ?? type.draft?.repeats
        return saveDraft(tx, formtypeid, { ...definition, repeats }, selectionOf(info))
      })
    },

    async publishFormType(_, { formtypeid, note, version }, { db, scope }, info) {
      const why = whyNotText(note ?? '', 'note', maxNoteLength)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const studyid = await findStudyOfFormType(tx, scope, formtypeid)
        if (studyid === undefined) throw problem('form-type.missing', { field: 'formtypeid' })
        await lockChangeableStudy(tx, scope, studyid)
        const type = await lockFormType(tx, studyid, formtypeid)
        if (!type) throw problem('form-type.missing', { field: 'formtypeid' })
        await refuseStale(tx, { kind: 'form_type', id: formtypeid }, type.version, version)
        if (!type.draft) throw problem('form-type.draft.missing', { field: 'formtypeid' })
        const definition = draftOf(type, type.draft)
        await refuseBroken(tx, scope, type, definition)
        const repeats = await allowedRepeats(tx, type, type.draft.repeats)
        if (note?.trim()) await setReason(tx, note.trim())
        const order = { keepsOrder: keepsOrder(type.fields, definition.fields), isDraftDone: true }
        return updateFormType(tx, formtypeid, { ...definition, ...order, repeats }, selectionOf(info))
      })
    },

    async nameFormTypeVersion(_, { studyid, formtypeid, number, note, previousNote }, { db, scope }, info) {
      const why =
        whyNotText(note, 'note', maxNoteLength) ?? whyNotText(previousNote ?? '', 'previousNote', maxNoteLength)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        await lockChangeableStudy(tx, scope, studyid)
        const type = await lockFormType(tx, studyid, formtypeid)
        if (!type || !wasPublished(type)) throw problem('form-type.missing', { field: 'formtypeid' })
        if (number < 1 || number > type.number) throw problem('form-type.version.missing', { field: 'number' })
        if (previousNote != null) {
          const now = await noteOfVersion(tx, scope, { studyid, formtypeid }, number)
          // Whoever calls it what it is called already undoes nothing.
          const isStale = now !== previousNote.trim() && now !== note.trim()
          if (isStale) throw problem('form-type.version.renamed', { field: 'note' })
        }
        return nameVersion(tx, formtypeid, { number, note: note.trim() }, selectionOf(info))
      })
    },

    async removeFormType(_, { studyid, formtypeid, version }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockChangeableStudy(tx, scope, studyid)
        const type = await lockFormType(tx, studyid, formtypeid)
        if (!type) throw problem('form-type.missing', { field: 'formtypeid' })
        await refuseUnseen(tx, { kind: 'form_type', id: formtypeid }, type.version, version)
        return removeRecord(tx, 'form_type', { formtypeid }, formTypeShape, selectionOf(info))
      })
    },
  },
}

/** Whether the type repeats from now on: as before, unless it is given. Throws while a subject has two. */
async function allowedRepeats(tx: Write, type: FormTypeToChange, given: boolean | null | undefined): Promise<boolean> {
  const repeats = given ?? type.repeats
  if (type.repeats && !repeats) await refuseRepeated(tx, 'form', type.formtypeid)
  return repeats
}

/** Problems that may be gone once the stored properties and variables are known. */
function dependsOnStored(reason: string): boolean {
  return !['text.', 'fields.', 'field.name', 'field.length', 'field.pattern.'].some((start) => reason.startsWith(start))
}

/** The form type, locked, and what a change makes of it. Throws if the rules refuse it. */
async function prepared(tx: Write, scope: Scope, formtypeid: string, input: FormTypeInput) {
  const { studyid, identifier, version } = input
  const whyNamed = whyNotFormTypeIdentifier(identifier)
  if (whyNamed) throw whyNamed
  await lockChangeableStudy(tx, scope, studyid)
  const type = await lockFormType(tx, studyid, formtypeid)
  if (!type) throw problem('form-type.missing', { field: 'formtypeid' })
  await refuseStale(tx, { kind: 'form_type', id: formtypeid }, type.version, version)
  return { type, definition: definitionFrom(type, input) }
}

/** What a change makes of a form type. Throws if the rules refuse it. */
function definitionFrom(type: Defined, { identifier, fields, checks: given }: FormTypeInput): StoredDefinition {
  const before = cleanFields(fieldsOfStored(type))
  const after = withUnmentioned(before, fields)
  const checks = given ? checksWithUnmentioned(type.checks, given) : type.checks
  const why = whyNotFormTypeIdentifier(identifier) ?? whyNotFieldsUpdate(before, after, checks)
  if (why) throw why
  return storedDefinition(identifier, after, checks)
}

/** The draft of a form type. Throws if the rules refuse it beside what was published since it was saved. */
function draftOf(type: Defined, draft: StoredDraft): StoredDefinition {
  const after = cleanFields(fieldsOfStored(draft))
  const why = whyNotFieldsUpdate(cleanFields(fieldsOfStored(type)), after, draft.checks)
  if (why) throw why
  return storedDefinition(draft.identifier, after, draft.checks)
}

type Defined = Pick<FormTypeToChange, 'fields' | 'properties' | 'checks'>

/** Throws if stored values prevent the change. */
async function refuseBroken(
  tx: Write,
  scope: Scope,
  type: FormTypeToChange,
  definition: StoredDefinition,
): Promise<void> {
  const [before, after] = [judgeOf(type), judgeOf(definition)]
  if (!dependsOnForms(before, after)) return
  const forms = await listStoredForms(tx, scope, type.formtypeid)
  const why = whyNotPublished(before, after, forms)
  if (why) throw why
}

function judgeOf(stored: Pick<StoredDefinition, 'fields' | 'properties'> & { checks: FormCheck[] }): {
  fields: readonly FormTypeField[]
  checks: readonly FormCheck[]
} {
  return { fields: fieldsOfStored(stored), checks: stored.checks }
}
