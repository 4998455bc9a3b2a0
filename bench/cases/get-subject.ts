import { pick } from '../beds/pick.ts'
import { siteid } from '../beds/site.ts'
import type { CallCase } from '../report/turns.ts'

const ours = `query Subject($studyid: ID!, $subjectid: ID!) {
  getSubject(studyid: $studyid, subjectid: $subjectid) {
    siteid studyid subjectid identifier status snapshot version
    devices { deviceid position }
    forms { formtypeid version fields { key value } formtype { identifier fields { name type length pattern required } } }
    activities {
      activitytypeid startTime stopTime comment version
      activitytype { activitytypeid description }
      referenceData { referencedataid filename status size }
    }
  }
}`
const theirs = `query Subject($subjectid: String!, $siteid: String!) {
  subjectBySubjectidAndSiteid(subjectid: $subjectid, siteid: $siteid) {
    siteid studyid subjectid identifier status snapshot version
    subjectDevicesBySubjectidAndSiteidList { position deviceByDeviceuidAndSiteid { deviceid } }
    formsBySubjectidAndSiteidList { formtypeid version fields formTypeByFormtypeidAndSiteid { identifier fields } }
    activitiesBySubjectidAndSiteidList {
      activitytypeid startTime stopTime comment version
      activityTypeByActivitytypeidAndSiteid { activitytypeid description }
      referenceDataBySubjectidAndActivitytypeidAndSiteidList { referencedataid filename status size }
    }
  }
}`

/** One subject with everything on its screen. */
export const getSubject: CallCase = {
  name: 'getSubject',
  casebook: ({ studies: { tenThousand: study } }) => ({
    lot: pick(study.subjectids, 200).map((subjectid) =>
      JSON.stringify({ query: ours, variables: { studyid: study.studyid, subjectid } }),
    ),
  }),
  postgraphile: ({ studies: { tenThousand: study } }) => ({
    lot: pick(study.subjectids, 200).map((subjectid) =>
      JSON.stringify({ query: theirs, variables: { subjectid, siteid } }),
    ),
  }),
}
