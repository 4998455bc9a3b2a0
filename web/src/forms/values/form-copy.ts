import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import { whyNotFormFields } from '@casebook/domain/forms/value.rules.ts'
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
import type { OfferedFormType } from './form-record.ts'
import { givenFields, newFormValues, savedFormValues } from './form-values.ts'

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
        ? { version: form.version, fields: savedFormValues(type.fields, form.fields), row: type }
        : { version: null, fields: newFormValues(type.fields, today()), row: type }
    }),
    findAuthor: () => findAuthor(ids, 'form', formtypeid),
    plan(values: Fields, over: number | null, { row }): Planned<AddFormMutation | UpdateFormMutation> | Error {
      if (!row) return problem('form-type.missing', { field: 'formtypeid' })
      const fields: KeyValue[] = givenFields(row.fields, values)
      const input = { subjectid, formtypeid, fields }
      const why = whyNotFormFields({ fields: row.fields }, fields)
      if (why) return why
      return over === null
        ? savedBy(AddFormDocument, { input })
        : savedBy(UpdateFormDocument, { input: { ...input, version: over } })
    },
  }
}

/** The calendar day in the study's zone: `2026-10-20`. */
function today(): string {
  return formatActivityTime(Math.floor(Date.now() / 1000), studyZone()).slice(0, 10)
}
