import { pick } from '../beds/pick.ts'
import { siteid } from '../beds/site.ts'
import type { CallCase } from '../report/turns.ts'

const ours = `query Form($subjectid: ID!, $formtypeid: ID!) {
  getForm(subjectid: $subjectid, formtypeid: $formtypeid) { subjectid formtypeid version fields { key value } }
}`
const theirs = `query Form($subjectid: String!, $formtypeid: String!, $siteid: String!) {
  formBySubjectidAndFormtypeidAndSiteid(subjectid: $subjectid, formtypeid: $formtypeid, siteid: $siteid) {
    subjectid formtypeid version fields
  }
}`

/** One form with ten values. */
export const getForm: CallCase = {
  name: 'getForm',
  casebook: ({ studies }) => ({
    lot: pick(studies.tenThousand.subjectids, 200).map((subjectid) =>
      JSON.stringify({ query: ours, variables: { subjectid, formtypeid: studies.tenThousand.formtypeids[0] } }),
    ),
  }),
  postgraphile: ({ studies }) => ({
    lot: pick(studies.tenThousand.subjectids, 200).map((subjectid) =>
      JSON.stringify({
        query: theirs,
        variables: { subjectid, formtypeid: studies.tenThousand.formtypeids[0], siteid },
      }),
    ),
  }),
}
