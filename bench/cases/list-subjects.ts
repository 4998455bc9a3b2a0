import { readFileSync } from 'node:fs'
import type { Bed, Study } from '../bed.ts'
import type { CallCase } from '../turns.ts'

/** The very query that the web app's list sends. */
const operations = readFileSync(new URL('../../web/src/subjects/subjects.operations.graphql', import.meta.url), 'utf8')
const onScreen = /query Subjects\b.*?\n}\n/s.exec(operations)?.[0] ?? ''
const theirsOnScreen = `query Subjects($studyid: String!) {
  allSubjectsList(condition: { studyid: $studyid }, orderBy: [IDENTIFIER_KEY_ASC]) {
    siteid studyid subjectid identifier status version
  }
}`

/** What product.md, section 7, has the list answer. */
const nested = `query Subjects($studyid: ID!) {
  listSubjects(studyid: $studyid) {
    siteid studyid subjectid identifier status
    activities { activitytypeid }
    devices { deviceid position }
    forms { formtypeid }
  }
}`
const theirsNested = `query Subjects($studyid: String!) {
  allSubjectsList(condition: { studyid: $studyid }, orderBy: [IDENTIFIER_KEY_ASC]) {
    siteid studyid subjectid identifier status
    activitiesBySubjectidAndSiteidList { activitytypeid }
    subjectDevicesBySubjectidAndSiteidList { position deviceByDeviceuidAndSiteid { deviceid } }
    formsBySubjectidAndSiteidList { formtypeid }
  }
}`

const sizes: [string, (bed: Bed) => Study][] = [
  ['100', ({ studies }) => studies.hundred],
  ['1000', ({ studies }) => studies.thousand],
  ['10000', ({ studies }) => studies.tenThousand],
]

function listCase(name: string, study: (bed: Bed) => Study, ours: string, theirs: string): CallCase {
  const calls = (query: string) => (bed: Bed) => ({
    lot: [JSON.stringify({ query, variables: { studyid: study(bed).studyid } })],
  })
  return { name, casebook: calls(ours), postgraphile: calls(theirs) }
}

/** The subjects of a study, as the screen asks for them and with the ids of what is recorded of each. */
export const listSubjects: CallCase[] = sizes.flatMap(([size, study]) => [
  listCase(`listSubjects-${size}`, study, onScreen, theirsOnScreen),
  listCase(`listSubjects-nested-${size}`, study, nested, theirsNested),
])
