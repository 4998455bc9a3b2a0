import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { todayIn } from '@casebook/domain/activities/today.ts'
import { type FormTypeField, spokenType } from '@casebook/domain/form-types/fields.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { occurrenceOfKey, whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { givenPlace } from '@casebook/domain/visits/places/places.ts'
import { studyZone } from '../../browser/time-zones.ts'
import {
  AddFormDocument,
  type AddFormMutation,
  PutBackFormDocument,
  SubjectRecordDocument,
  UpdateFormDocument,
  type UpdateFormMutation,
} from '../../generated/graphql.ts'
import { findAuthor } from '../../history/find-author.ts'
import type { Known, Planned, Stored } from '../../records/machine/entry.ts'
import type { EditedRecord } from '../../records/store.ts'
import { correctedBy, restoredBy, savedBy, sourceOf } from '../../records/use-record.ts'
import { currentCatalogue } from '../../texts/catalogue.ts'
import { type FormRecord, formKey, type OfferedFormType } from './form-record.ts'
import { givenFields, newFormValues, savedFormValues } from './form-values.ts'
import { confirmedIn, judgedForm, labelKey, storedReasons } from './judged-form.ts'

type StoredForm = Stored<OfferedFormType>

const storedForms = new WeakMap<FormRecord, StoredForm>()
const newForms = new WeakMap<OfferedFormType, { day: string; blank: StoredForm }>()

/** The same as long as the form is the one that was read, because several parts of its page ask for it. */
function storedForm(form: FormRecord): StoredForm {
  const known = storedForms.get(form)
  if (known) return known
  const { version, formtype } = form
  const made = { version, fields: savedFormFields(formtype.fields, form), row: formtype }
  storedForms.set(form, made)
  return made
}

const nothing: Fields = {}

/** The contents of the editor of a form as it is stored. */
export function storedFields(form: FormRecord | undefined): Fields {
  return form ? storedForm(form).fields : nothing
}

/** The same all day. */
function newForm(type: OfferedFormType, day: string): StoredForm {
  const known = newForms.get(type)
  if (known?.day === day) return known.blank
  const blank = { version: null, fields: newFormValues(type.fields, day), row: type }
  newForms.set(type, { day, blank })
  return blank
}

type FormKnown = Known<AddFormMutation | UpdateFormMutation, OfferedFormType>
type SubjectIds = { siteid: string; studyid: string; subjectid: string }

/**
 * The form of a subject with this key (keyOfOccurrence), as its page shows and saves it. The next one is never stored.
 * The type is what was read of it last: a colleague may remove it.
 */
export function formCopy(
  ids: SubjectIds,
  key: string,
): EditedRecord<OfferedFormType, AddFormMutation | UpdateFormMutation> {
  const { subjectid } = ids
  const { typeid: formtypeid, visitid, occurrence } = occurrenceOfKey(key)
  return {
    record: `form/${subjectid}/${key}`,
    lane: `subject/${subjectid}`,
    onlyAdds: occurrence === 'next',
    blank: {},
    source: sourceOf(SubjectRecordDocument, ids, ({ data }) => {
      const form = data?.getSubject?.forms.find((each) => formKey(each) === key)
      const type = form?.formtype ?? data?.listFormTypes.find((each) => each.formtypeid === formtypeid)
      if (!data?.getSubject || !type) return undefined
      return form ? storedForm(form) : newForm(type, today())
    }),
    findAuthor: () => findAuthor(ids, 'form', key),
    plan(
      values: Fields,
      over: number | null,
      { row, added, isRemoved }: FormKnown,
    ): Planned<AddFormMutation | UpdateFormMutation> | Error {
      if (!row) return problem('form-type.missing', { field: 'formtypeid' })
      const { fields, checks } = spokenType(row, currentCatalogue()?.locale ?? 'en')
      const judge = { fields, checks, today: todayIn(studyZone()) }
      const { why } = judgedForm(judge, values)
      if (why) return why
      const confirmed = confirmedIn(judge, values)
      const input = {
        subjectid,
        formtypeid,
        fields: givenFields(judge, values, judge.today),
        ...(confirmed.length > 0 ? { confirmed: [...confirmed] } : {}),
        ...givenPlace({ visitid, occurrence }),
        ...(row.repeats && Object.hasOwn(values, labelKey) ? { label: values[labelKey] } : {}),
      }
      if (occurrence === 'next') {
        if (!added || !('addForm' in added.data)) return savedBy(AddFormDocument, { input })
        // An earlier answer was lost: what that added is corrected.
        const which = { occurrence: added.data.addForm.occurrence, version: added.version }
        return correctedBy(UpdateFormDocument, { input: { ...input, ...which } })
      }
      const which = whichOne({ visitid, occurrence }, row.repeats)
      if (over !== null) return savedBy(UpdateFormDocument, { input: { ...input, ...which, version: over } })
      // Its number is not used again, so what was removed is put back first.
      if (isRemoved && row.repeats) return restoredBy(PutBackFormDocument, { subjectid, formtypeid, ...which })
      return savedBy(AddFormDocument, { input })
    },
  }
}

/** The contents of the editor of a stored form: its values, and the reasons for unusual ones. */
export function savedFormFields(
  fields: readonly FormTypeField[],
  form: Pick<FormRecord, 'fields' | 'confirmed'> & { label?: string | null },
): Fields {
  const label: Fields = form.label ? { [labelKey]: form.label } : {}
  return { ...savedFormValues(fields, form.fields), ...storedReasons(form.confirmed), ...label }
}

/** The calendar day in the study's zone: `2026-10-20`. */
function today(): string {
  return formatActivityTime(Math.floor(Date.now() / 1000), studyZone()).slice(0, 10)
}
