import { siteid } from '../bed.ts'
import { pick } from '../pick.ts'
import type { CallCase } from '../turns.ts'

const ours = `query Form($subjectid: ID!, $formtypeid: ID!) {
  getForm(subjectid: $subjectid, formtypeid: $formtypeid) { subjectid formtypeid version fields { key value } }
}`
const theirs = `query Form($subjectid: String!, $formtypeid: String!, $siteid: String!) {
  formBySubjectidAndFormtypeidAndSiteid(subjectid: $subjectid, formtypeid: $formtypeid, siteid: $siteid) {
    subjectid formtypeid version fields
  }
}`

/** One filled-in form of ten fields. */
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
