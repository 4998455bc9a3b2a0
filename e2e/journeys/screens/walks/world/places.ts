import type { Browser } from '@playwright/test'
import { type Caller, callAs, type DemoPerson } from '../../../../api.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../../../new-site.ts'
import type { Elsewhere } from '../acts/people.ts'

const field = (name: string) => ({ name, type: 'String', required: false })
const day = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000

/** Studies and subjects for what is added, imported, put back, renewed, drafted and explained. */
export async function newGrowingPlaces(admin: Caller, siteid: string) {
  const { name: spare } = await newSite(admin, 'Spare')
  await newStudy(admin, siteid, 'Leaving')
  const growing = await newStudy(admin, siteid, 'Growing')
  const setup = await newStudy(admin, siteid, 'Set up')
  const records = await newStudy(admin, siteid, 'Records')
  await addFormType(admin, records, 'Sheet', [field('g1')])
  const named = await addFormType(admin, records, 'Named', [field('g1')])
  await addFormType(admin, records, 'Sketch', [field('g1')])
  const renewed = await addFormType(admin, records, 'Renewed', [field('g1')])
  await addActivityType(admin, records, 'Run')
  const running = await addActivityType(admin, records, 'Ride')
  const [kept = ''] = await addSubjects(admin, siteid, records, ['K-1', 'K-2'])
  const startTime = Date.parse('2026-10-20T07:50:00Z') / 1000
  await admin(
    `mutation ($form: FormInput!, $activity: ActivityInput!) {
      addForm(input: $form) { version }
      addActivity(input: $activity) { version } }`,
    {
      form: { subjectid: kept, formtypeid: renewed, fields: [{ key: 'g1', value: 'old' }] },
      activity: { subjectid: kept, activitytypeid: running, startTime, stopTime: startTime + 600 },
    },
  )
  const fields = [field('g1'), { ...field('g2'), calculation: 'g1' }]
  await admin(
    'mutation ($renewed: ID!, $input: FormTypeInput!) { updateFormType(formtypeid: $renewed, input: $input) { version } }',
    { renewed, input: { studyid: records, identifier: 'Renewed', fields } },
  )
  return { spare, growing, setup, records, named, running, kept, deviating: await newDeviation(admin, siteid) }
}

/** A study whose one subject came two days after the window of a visit. Returns its id. */
async function newDeviation(admin: Caller, siteid: string): Promise<string> {
  const studyid = await newStudy(admin, siteid, 'Deviating')
  const formtypeid = await addFormType(admin, studyid, 'Diary', [{ name: 'date', type: 'Date', required: true }])
  const activitytypeid = await addActivityType(admin, studyid, 'Walk')
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['L-1'])
  const { updateVisits } = await admin<{ updateVisits: { visitid: string }[] }>(
    'mutation ($studyid: ID!, $visits: [VisitInput!]!) { updateVisits(studyid: $studyid, visits: $visits) { visitid } }',
    {
      studyid,
      visits: [{ name: 'Lab day', day: 0, formtypeids: [formtypeid], activitytypeids: [activitytypeid] }],
    },
  )
  const visitid = updateVisits[0]?.visitid
  await admin(
    `mutation ($form: FormInput!, $activity: ActivityInput!) {
      addForm(input: $form) { version }
      addActivity(input: $activity) { version } }`,
    {
      form: { subjectid, formtypeid, visitid, fields: [{ key: 'date', value: String(day('2026-10-18')) }] },
      activity: {
        subjectid,
        activitytypeid,
        visitid,
        startTime: day('2026-10-20'),
        stopTime: day('2026-10-20') + 600,
      },
    },
  )
  return studyid
}

/** A browser elsewhere, in which this person signs in now and then. */
export async function elsewhereOf(browser: Browser, address: string, name: DemoPerson): Promise<Elsewhere> {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { request } = await browser.newContext({ userAgent })
  const isIn = async () => {
    const headers = { origin: new URL(address).origin }
    const answer = await request.post(`${address}/graphql`, { headers, data: { query: '{ me { sub } }' } })
    return answer.ok() && !(await answer.json()).errors
  }
  return {
    async signIn() {
      if (!(await isIn())) await callAs(request, address, name)
    },
    isIn,
  }
}
