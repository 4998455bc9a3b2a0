import type { Bed, Study } from '../beds/bed.ts'
import type { CallCase } from '../report/turns.ts'

/** What a study's screen lists, except for the facts (study-facts.ts), which PostGraphile does not have. */
const flat = `query Subjects($studyid: ID!) {
  listSubjects(studyid: $studyid) { siteid studyid subjectid identifier status version }
}`
const theirsFlat = `query Subjects($studyid: String!) {
  allSubjectsList(condition: { studyid: $studyid }, orderBy: [IDENTIFIER_KEY_ASC]) {
    siteid studyid subjectid identifier status version
  }
}`

/** A subject with everything that belongs to it, as a script may read the whole list. */
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

/** PostGraphile takes seconds for ten thousand subjects: it would not complete fifty concurrent calls within a turn. */
const sizes: [string, (bed: Bed) => Study, flat: Bounds, nested: Bounds][] = [
  ['100', ({ studies }) => studies.hundred, {}, {}],
  ['1000', ({ studies }) => studies.thousand, {}, { leastSeconds: 3 }],
  ['10000', ({ studies }) => studies.tenThousand, { leastSeconds: 4 }, { leastSeconds: 6, mostConnections: 10 }],
]

type Bounds = Pick<CallCase, 'mostConnections' | 'leastSeconds'>

function listCase(name: string, study: (bed: Bed) => Study, ours: string, theirs: string, bounds: Bounds): CallCase {
  const calls = (query: string) => (bed: Bed) => ({
    lot: [JSON.stringify({ query, variables: { studyid: study(bed).studyid } })],
  })
  return { name, casebook: calls(ours), postgraphile: calls(theirs), ...bounds }
}

/** Different texts of the same query, so that no caller shares another's read. */
function ownCase(name: string, ours: string, theirs: string): CallCase {
  const calls = (query: string) => (bed: Bed) => ({
    lot: Array.from({ length: 200 }, (_, reader) => {
      const asked = `${query}# reader ${reader}`
      return JSON.stringify({ query: asked, variables: { studyid: bed.studies.thousand.studyid } })
    }),
  })
  return { name, casebook: calls(ours), postgraphile: calls(theirs) }
}

const ownNested: CallCase = {
  ...ownCase('listSubjects-own-nested-1000', nested, theirsNested),
  handWritten: ({ studies }) => ({ lot: [JSON.stringify({ studyid: studies.thousand.studyid })] }),
  leastSeconds: 2,
}

/** The subjects of a study, without and with the ids of the records below each. */
export const listSubjects: CallCase[] = [
  ownCase('listSubjects-own-1000', flat, theirsFlat),
  ownNested,
  ...sizes.flatMap(([size, study, flatBounds, nestedBounds]) => [
    listCase(`listSubjects-${size}`, study, flat, theirsFlat, flatBounds),
    listCase(`listSubjects-nested-${size}`, study, nested, theirsNested, nestedBounds),
  ]),
]
