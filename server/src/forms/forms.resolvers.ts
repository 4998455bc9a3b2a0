import { todayIn } from '@casebook/domain/activities/today.ts'
import { fieldsOfStored } from '@casebook/domain/form-types/stored-definition.ts'
import type { Judge } from '@casebook/domain/forms/evaluation.ts'
import { type KeyValue, mergeRetired } from '@casebook/domain/forms/forms.rules.ts'
import { type Confirmation, confirmationsText, type Judgement, judgeForm } from '@casebook/domain/forms/judgement.ts'
import { mergeChange } from '@casebook/domain/forms/merge-change.ts'
import { whyNotFormKeys } from '@casebook/domain/forms/value.rules.ts'
import { sameText } from '@casebook/domain/shared/names/names.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { cleanOccurrenceLabel, whyNotOccurrenceLabel } from '@casebook/domain/visits/labels.rules.ts'
import type { FormInput, Resolvers } from '../generated/resolvers.ts'
import { formShape } from '../shapes/form.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import { allowOccurrence, isPlain, lockRemoved, lockVisit, nextOccurrence } from '../writes/occurrences.sql.ts'
import { putBackRecord, removeRecord } from '../writes/records.sql.ts'
import { givenReason, refuseStale, refuseUnseen } from '../writes/versions.ts'
import { setReason, write } from '../writes/write.ts'
import { writeGuarded } from '../writes/write-guarded.ts'
import {
  addFirstForm,
  changeForm,
  type FormToValidate,
  findForm,
  findFormToValidate,
  findFormTypeForSubject,
  findOfferedFields,
  insertForm,
  type Judged,
  type Judging,
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
      const today = todayIn(context.config.studyTimezone)
      async function prepare() {
        const formtype = await findFormTypeForSubject(shortReads, scope, input)
        const judged = formtype && validateNew(formtype, input, today)
        if (!judged || judged.reason || formtype.repeats || input.label || !isPlain(input)) return undefined
        return addFirstForm(scope, input, { ...judged, typeVersion: formtype.version }, selection)
      }
      return writeGuarded(context, prepare, async (tx) => {
        const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
        const formtype = await findOfferedFields(tx, studyid, formtypeid)
        if (!formtype) throw problem('form-type.missing', { field: 'formtypeid' })
        await lockVisit(tx, 'form', { studyid, typeid: formtypeid }, input)
        const judged = validateNew(formtype, input, today)
        const label = labelOf(input, { repeats: formtype.repeats, stored: null })
        if (judged.reason) await setReason(tx, judged.reason)
        const place = await nextOccurrence(tx, 'form', { subjectid, typeid: formtypeid }, input, formtype.repeats)
        if (place) await allowOccurrence(tx, place)
        const ids = { subjectid, formtypeid, siteid, studyid }
        const added = place && (await insertForm(tx, { ...ids, ...place, ...judged, label }, selection))
        if (!added) throw problem('form.taken', { field: 'formtypeid' })
        return added
      })
    },

    async updateForm(_, { input }, context, info) {
      const { subjectid, formtypeid } = input
      const { shortReads, scope } = context
      const selection = selectionOf(info)
      const today = todayIn(context.config.studyTimezone)
      async function prepare() {
        const form = await findFormToValidate(shortReads, scope, input)
        if (!form || input.label !== undefined || (input.version ?? form.version) !== form.version) return undefined
        const judged = validateChange(form, input, today)
        const { visitid, occurrence, version } = form
        const ids = { subjectid, formtypeid, visitid, occurrence }
        return judged.reason ? undefined : changeForm(scope, ids, { ...judged, version }, selection)
      }
      return writeGuarded(context, prepare, async (tx) => {
        const [, form] = await Promise.all([lockWritableSubject(tx, scope, subjectid), lockForm(tx, input, input)])
        if (!form) throw problem('form.missing', { field: 'formtypeid' })
        const { visitid, occurrence } = form
        const target = { kind: 'form', id: formtypeid, subjectid, visitid, occurrence } as const
        await refuseStale(tx, target, form.version, input.version)
        const judged = validateChange(form, input, today)
        const label = labelOf(input, { repeats: form.repeats, stored: form.label })
        if (judged.reason) await setReason(tx, judged.reason)
        return updateForm(tx, { subjectid, formtypeid, visitid, occurrence }, { ...judged, label }, selection)
      })
    },

    async removeForm(_, { subjectid, formtypeid, version, ...which }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const form = await lockForm(tx, { subjectid, formtypeid }, which)
        if (!form) throw problem('form.missing', { field: 'formtypeid' })
        const { visitid, occurrence } = form
        await refuseUnseen(tx, { kind: 'form', id: formtypeid, subjectid, visitid, occurrence }, form.version, version)
        return removeRecord(tx, 'form', { subjectid, formtypeid, visitid, occurrence }, formShape, selectionOf(info))
      })
    },

    async putBackForm(_, { subjectid, formtypeid, reason, ...which }, { db, scope }, info) {
      return write(db, scope, givenReason(reason), async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const place = await lockRemoved(tx, 'form', { subjectid, typeid: formtypeid }, which)
        if (place === 'taken') throw problem('form.taken', { field: 'formtypeid' })
        const ids = place && { subjectid, formtypeid, ...place }
        const back = ids && (await putBackRecord(tx, 'form', ids, formShape, selectionOf(info)))
        if (!back) throw problem('removed.missing', { field: 'formtypeid' })
        return back
      })
    },
  },
}

/** The label that a form gets: the stored one, if the call says none. Throws if the rules refuse it. */
function labelOf({ label }: FormInput, of: { repeats: boolean; stored: string | null }): string | null {
  if (label === undefined) return of.stored
  const why = whyNotOccurrenceLabel(label, of)
  if (why) throw why
  return cleanOccurrenceLabel(label)
}

type Given = Pick<FormInput, 'fields' | 'base' | 'confirmed'>
/** `reason`: what the history says of the confirmations that are new. */
type Validated = Judged & { reason: string | undefined }

/** Validates the values of a new form and returns what is stored. Throws if the rules refuse them. */
function validateNew(stored: Judging, { fields, confirmed }: Given, today: number): Validated {
  const judge = { fields: fieldsOfStored(stored), checks: stored.checks }
  return validated(judge, judgeForm(judge, fields, { today, confirmed }), [], stored.number)
}

/** The same for an existing form. With `base`, what somebody else changed since is kept. */
function validateChange(form: FormToValidate, { fields: given, base, confirmed }: Given, today: number): Validated {
  const judge = { fields: fieldsOfStored(form), checks: form.checks }
  const standing = form.confirmed ?? []
  const fields = base ? mergedFields(judge, form, given, base) : given
  const judged = validated(judge, judgeForm(judge, fields, { today, confirmed, standing }), standing, form.number)
  return { ...judged, fields: mergeRetired(form.stored, judged.fields, judge) }
}

function validated(
  judge: Judge,
  { why, fields, confirmations }: Judgement,
  standing: readonly Confirmation[],
  number: number,
): Validated {
  if (why) throw why
  return { fields, confirmations, number, reason: confirmationsText(judge, confirmations, standing) }
}

function mergedFields(
  judge: Judge,
  { stored }: FormToValidate,
  given: readonly KeyValue[],
  base: readonly KeyValue[],
): KeyValue[] {
  const why = whyNotFormKeys(judge, given)
  if (why) throw why
  // What is calculated follows from the rest, and a field of the base that is retired by now is none of the form's.
  const entered = new Set(judge.fields.flatMap(({ name, calculation }) => (calculation ? [] : [sameText(name)])))
  const isEntered = ({ key }: KeyValue) => entered.has(sameText(key))
  const merged = mergeChange({
    base: base.filter(isEntered),
    given: given.filter(isEntered),
    stored: stored.filter(isEntered),
  })
  if (merged instanceof Problem) throw merged
  return [...merged, ...given.filter((one) => !isEntered(one))]
}
