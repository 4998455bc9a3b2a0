import { siteid } from '../beds/site.ts'
import type { CallCase } from '../report/turns.ts'

const ours = `mutation UpdateForm($input: FormInput!) { updateForm(input: $input) { formtypeid version } }`
const theirs = `mutation UpdateForm($subjectid: String!, $formtypeid: String!, $siteid: String!, $fields: JSON!) {
  updateFormBySubjectidAndFormtypeidAndSiteid(
    input: { subjectid: $subjectid, formtypeid: $formtypeid, siteid: $siteid, formPatch: { fields: $fields } }
  ) { form { formtypeid version } }
}`

/** The ten values of a form, others for each number. */
export function filledIn(n: number) {
  const values = {
    date: '1792497600',
    'Arrived at': '08:40',
    Age: '51',
    'Height in cm': '172',
    'Weight in kg': '71.5',
    'Writing hand': 'left',
    'Walks without aid': 'true',
    Ward: `AB-${n % 900}`,
    Diagnosis: 'Gait disturbance, follow-up after fitting',
    Remarks: `Wore own shoes; strap moved once during walk ${n}.`,
  }
  return Object.entries(values).map(([key, value]) => ({ key, value }))
}

/** The body of a call that saves a form. */
export function updateFormCall(input: Record<string, unknown>): string {
  return JSON.stringify({ query: ours, variables: { input } })
}

let sent = 0

/** A form with ten values, committed. The values differ each time, so that the row always changes. */
export const updateForm: CallCase = {
  name: 'updateForm',
  casebook: ({ studies: { writing } }) => ({
    next: () => {
      const n = sent++
      const ids = { subjectid: writing.subjectids[n % writing.subjectids.length], formtypeid: writing.formtypeids[0] }
      return updateFormCall({ ...ids, fields: filledIn(n) })
    },
  }),
  postgraphile: ({ studies: { writing } }) => ({
    next: () => {
      const n = sent++
      const ids = { subjectid: writing.subjectids[n % writing.subjectids.length], formtypeid: writing.formtypeids[0] }
      return JSON.stringify({ query: theirs, variables: { ...ids, siteid, fields: filledIn(n) } })
    },
  }),
  handWritten: ({ studies: { writing } }) => ({
    next: () => {
      const n = sent++
      const ids = { subjectid: writing.subjectids[n % writing.subjectids.length], formtypeid: writing.formtypeids[0] }
      return JSON.stringify({ ...ids, fields: filledIn(n) })
    },
  }),
  countWrites: {
    casebook: `select count(*) from history where kind = 'form' and action = 'UPDATED'`,
  },
}
