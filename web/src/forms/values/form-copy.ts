import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { todayIn } from '@casebook/domain/activities/today.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { studyZone } from '../../browser/time-zones.ts'
import {
  AddFormDocument,
  type AddFormMutation,
  SubjectRecordDocument,
  UpdateFormDocument,
  type UpdateFormMutation,
} from '../../generated/graphql.ts'
import { findAuthor } from '../../history/find-author.ts'
import type { Planned } from '../../records/machine/entry.ts'
import type { EditedRecord } from '../../records/store.ts'
import { savedBy, sourceOf } from '../../records/use-record.ts'
import type { FormRecord, OfferedFormType } from './form-record.ts'
import { givenFields, newFormValues, savedFormValues } from './form-values.ts'
import { confirmedIn, judgedForm, storedReasons } from './judged-form.ts'

type SubjectIds = { siteid: string; studyid: string; subjectid: string }

/**
 * The form of one type of a subject, as its page shows and saves it. The type is what was read of it last: a colleague
 * may remove it.
 */
export function formCopy(
  ids: SubjectIds,
  formtypeid: string,
): EditedRecord<OfferedFormType, AddFormMutation | UpdateFormMutation> {
  const { subjectid } = ids
  return {
    record: `form/${subjectid}/${formtypeid}`,
    lane: `subject/${subjectid}`,
    blank: {},
    source: sourceOf(SubjectRecordDocument, ids, ({ data }) => {
      const form = data?.getSubject?.forms.find((each) => each.formtypeid === formtypeid)
      const type = form?.formtype ?? data?.listFormTypes.find((each) => each.formtypeid === formtypeid)
      if (!data?.getSubject || !type) return undefined
      return form
        ? { version: form.version, fields: savedFormFields(type.fields, form), row: type }
        : { version: null, fields: newFormValues(type.fields, today()), row: type }
    }),
    findAuthor: () => findAuthor(ids, 'form', formtypeid),
    plan(values: Fields, over: number | null, { row }): Planned<AddFormMutation | UpdateFormMutation> | Error {
      if (!row) return problem('form-type.missing', { field: 'formtypeid' })
      const judge = { fields: row.fields, checks: row.checks, today: todayIn(studyZone()) }
      const { why } = judgedForm(judge, values)
      if (why) return why
      const confirmed = confirmedIn(judge, values)
      const input = {
        subjectid,
        formtypeid,
        fields: givenFields(judge, values, judge.today),
        ...(confirmed.length > 0 ? { confirmed: [...confirmed] } : {}),
      }
      return over === null
        ? savedBy(AddFormDocument, { input })
        : savedBy(UpdateFormDocument, { input: { ...input, version: over } })
    },
  }
}

/** The contents of the editor of a stored form: its values, and the reasons for unusual ones. */
export function savedFormFields(
  fields: readonly FormTypeField[],
  form: Pick<FormRecord, 'fields' | 'confirmed'>,
): Fields {
  return { ...savedFormValues(fields, form.fields), ...storedReasons(form.confirmed) }
}

/** The calendar day in the study's zone: `2026-10-20`. */
function today(): string {
  return formatActivityTime(Math.floor(Date.now() / 1000), studyZone()).slice(0, 10)
}
