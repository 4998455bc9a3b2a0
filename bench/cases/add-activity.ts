import type { Bed } from '../beds/bed.ts'
import { siteid } from '../beds/site.ts'
import type { CallCase } from '../report/turns.ts'

const ours = `mutation AddActivity($input: ActivityInput!) { addActivity(input: $input) { activitytypeid version } }`
const theirs = `mutation AddActivity($input: CreateActivityInput!) {
  createActivity(input: $input) { activity { activitytypeid version } }
}`

let added = 0

/** The next combination of subject and activity type without an activity. */
function nextIds({ studies: { writing } }: Bed) {
  const n = added++
  const { subjectids, activitytypeids } = writing
  const type = Math.floor(n / subjectids.length) % activitytypeids.length
  return { subjectid: subjectids[n % subjectids.length], activitytypeid: activitytypeids[type] }
}

/** A new activity, committed. */
export const addActivity: CallCase = {
  name: 'addActivity',
  casebook: (bed) => ({
    next: () => {
      const input = { ...nextIds(bed), startTime: 1792476000, stopTime: 1792476600, comment: 'even pace' }
      return JSON.stringify({ query: ours, variables: { input } })
    },
  }),
  postgraphile: (bed) => ({
    next: () => {
      const times = { startTime: '1792476000', stopTime: '1792476600', comment: 'even pace' }
      const activity = { ...nextIds(bed), siteid, studyid: bed.studies.writing.studyid, ...times }
      return JSON.stringify({ query: theirs, variables: { input: { activity } } })
    },
  }),
  countWrites: {
    casebook: `select count(*) from activity join study using (studyid, siteid) where name = 'Study 4'`,
    postgraphile: `select count(*) from baseline.activity join baseline.study using (studyid, siteid) where name = 'Study 4'`,
  },
  async reset(bed) {
    added = 0
    const { studyid } = bed.studies.writing
    await bed.superuser.query('delete from activity where studyid = $1', [studyid])
    await bed.superuser.query('delete from baseline.activity where studyid = $1', [studyid])
    await bed.superuser.query('vacuum analyze activity, baseline.activity')
  },
}
