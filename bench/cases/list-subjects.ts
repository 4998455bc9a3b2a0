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

/** PostGraphile takes seconds for ten thousand: fifty at once would not be answered within a turn. */
const sizes: [string, (bed: Bed) => Study, flat: Bounds, nested: Bounds][] = [
  ['100', ({ studies }) => studies.hundred, {}, {}],
  ['1000', ({ studies }) => studies.thousand, {}, { leastSeconds: 10 }],
  ['10000', ({ studies }) => studies.tenThousand, { leastSeconds: 10 }, { leastSeconds: 20, mostConnections: 10 }],
]

type Bounds = Pick<CallCase, 'mostConnections' | 'leastSeconds'>

function listCase(name: string, study: (bed: Bed) => Study, ours: string, theirs: string, bounds: Bounds): CallCase {
  const calls = (query: string) => (bed: Bed) => ({
    lot: [JSON.stringify({ query, variables: { studyid: study(bed).studyid } })],
  })
  return { name, casebook: calls(ours), postgraphile: calls(theirs), ...bounds }
}

/** As many different texts of one question: no two callers ask for the same, so that none gets what was read for another. */
function ownCase(name: string, study: (bed: Bed) => Study, ours: string, theirs: string): CallCase {
  const calls = (query: string) => (bed: Bed) => ({
    lot: Array.from({ length: 200 }, (_, reader) => {
      const asked = `${query}# reader ${reader}`
      return JSON.stringify({ query: asked, variables: { studyid: study(bed).studyid } })
    }),
  })
  return { name, casebook: calls(ours), postgraphile: calls(theirs) }
}

/** The subjects of a study, as the screen asks for them and with the ids of what is recorded of each. */
export const listSubjects: CallCase[] = [
  ownCase('listSubjects-own-1000', ({ studies }) => studies.thousand, onScreen, theirsOnScreen),
  ...sizes.flatMap(([size, study, flatBounds, nestedBounds]) => [
    listCase(`listSubjects-${size}`, study, onScreen, theirsOnScreen, flatBounds),
    listCase(`listSubjects-nested-${size}`, study, nested, theirsNested, nestedBounds),
  ]),
]
