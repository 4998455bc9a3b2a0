import type { Deployment } from '../deployment.ts'
import { asSuperuser } from '../deployment.ts'
import { type Person, signIn } from '../person.ts'
import { makePool, type Pool } from './pool.ts'

export type Setting = { server: Deployment; pool: Pool; people: Map<string, Person> }

/** Two complete sites. The nurse belongs to one of them. */
export async function makeSetting(server: Deployment): Promise<Setting> {
  const pool = makePool(['oslo', 'bergen'])
  const people = new Map<string, Person>()
  for (const name of ['admin', 'coordinator', 'nurse', 'patient']) people.set(name, await signIn(server.origin, name))
  const admin = people.get('admin')
  if (!admin) throw new Error('nobody signed in')
  for (const siteid of pool.sites) await addSite(admin, pool, siteid)
  pool.protect()
  await asSuperuser(server.dataDir, async (client) => {
    await client.query(`select set_config('casebook.actor', 'system:fuzz', false)`)
    await client.query(`update person set all_sites = false, sites = '{oslo}' where sub = 'nurse'`)
    await client.query('notify casebook')
  })
  return { server, pool, people }
}

async function addSite(admin: Person, pool: Pool, siteid: string) {
  const { ask } = admin
  const keep = (name: string, id: string | undefined) => {
    if (id === undefined) throw new Error(`no ${name}`)
    pool.add(siteid, name, id)
    return id
  }
  await ask('mutation ($siteid: String!) { addSite(identifier: $siteid, name: $siteid) { siteid } }', { siteid })
  keep('siteid', siteid)
  for (const deviceid of ['A1', 'B2']) {
    await ask(
      'mutation ($siteid: ID!, $deviceid: ID!) { addDevice(siteid: $siteid, deviceid: $deviceid) { deviceid } }',
      {
        siteid,
        deviceid,
      },
    )
    keep('deviceid', deviceid)
  }
  const { addStudy } = await ask('mutation ($siteid: ID!) { addStudy(siteid: $siteid, name: "Steps") { studyid } }', {
    siteid,
  })
  const studyid = keep('studyid', addStudy?.studyid)
  const field = { required: false, length: null, pattern: null }
  const fields = [
    { ...field, name: 'date', type: 'Date' },
    { ...field, name: 'Weight', type: 'Number' },
    { ...field, name: 'Hand', type: 'Choice', pattern: 'left|right' },
  ]
  const { addFormType } = await ask(
    'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "Baseline", fields: $fields) { formtypeid } }',
    { studyid, fields },
  )
  const formtypeid = keep('formtypeid', addFormType?.formtypeid)
  const { addActivityType } = await ask(
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Treadmill") { activitytypeid } }',
    { studyid },
  )
  const activitytypeid = keep('activitytypeid', addActivityType?.activitytypeid)
  for (let n = 0; n < 20; n++) {
    const { addSubjectV2 } = await ask(
      'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
      {
        input: { siteid, studyid, identifier: `S-${n}` },
      },
    )
    const subjectid = keep('subjectid', addSubjectV2?.subjectid)
    await ask('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
      input: { subjectid, formtypeid, fields: [{ key: 'Weight', value: '71.5' }] },
    })
    await ask('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
      input: { subjectid, activitytypeid, startTime: 1792476000, stopTime: 1792476600 },
    })
    const { addReferenceData } = await ask(
      'mutation ($subjectid: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $subjectid, input: $input) { referencedataid } }',
      { subjectid, input: { activitytypeid, filename: 'arm.csv', siteid, studyid, identifier: `S-${n}` } },
    )
    keep('referencedataid', addReferenceData?.referencedataid)
  }
}
