import { randomUUID } from 'node:crypto'
import { parseFormFields } from '@casebook/domain/reference-data/reference-data.rules.ts'
import pg from 'pg'
import { pino } from 'pino'
import { sweepSilent, sweepUploads } from '../../src/uploads/sweep.ts'
import { type Person, startCasebook } from './casebook.ts'

export const add = `mutation ($subjectid: ID!, $input: ReferenceDataInput!) {
  addReferenceData(subjectid: $subjectid, input: $input) { referencedataid persistedObjectName status objectUrl fields size downloadUrl } }`
export const complete = `mutation ($subjectid: ID!, $referencedataid: ID!, $stopped: Boolean, $sending: Boolean) {
  completeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid, stopped: $stopped, sending: $sending) { status size downloadUrl objectUrl fields } }`
export const remove = `mutation ($subjectid: ID!, $referencedataid: ID!) {
  removeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid) { referencedataid } }`
export const list = `query ($subjectid: ID!, $activitytypeid: ID) {
  listReferenceData(subjectid: $subjectid, activitytypeid: $activitytypeid) { referencedataid filename status size downloadUrl objectUrl fields } }`
export const setStatus = 'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { status } }'

/** A server with one study, and common steps of file tests. For tests only. */
export async function openFilesBed() {
  const casebook = await startCasebook()
  const [admin, nurse] = await Promise.all([casebook.as('admin'), casebook.as('nurse')])
  const study = await addStudy(admin, 'oslo')

  /** A new subject with one activity. */
  async function addSubject() {
    const { siteid, studyid, activitytypeid } = study
    const identifier = randomUUID()
    const { addSubjectV2 } = await nurse.ask(
      'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
      { input: { siteid, studyid, identifier } },
    )
    const { subjectid } = addSubjectV2
    await nurse.ask('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
      input: { subjectid, activitytypeid, startTime: 1792476000, stopTime: 1792476600 },
    })
    return { subjectid, identifier }
  }

  const input = (more: Record<string, unknown> = {}) => ({ ...study, filename: 'arm.csv', ...more })

  async function addFile(subjectid: string, more: Record<string, unknown> = {}) {
    const { addReferenceData } = await nurse.ask(add, { subjectid, input: input(more) })
    return addReferenceData
  }

  async function listFiles(subjectid: string) {
    return (await nurse.ask(list, { subjectid })).listReferenceData
  }

  /** Changes stored rows behind the server's back, as if time had passed. */
  async function behindTheScenes(statement: string, ...values: string[]) {
    const client = new pg.Client({ connectionString: casebook.database.superuser.url })
    await client.connect()
    await client.query('set session_replication_role = replica')
    await client.query(statement, values)
    await client.end()
  }

  const age = (referencedataid: string, minutes: number) =>
    behindTheScenes(
      `update reference_data set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where referencedataid = $1`,
      referencedataid,
      `${minutes} minutes`,
    )

  /** As if so long ago it had last been heard that the file is being sent. */
  const silence = ({ persistedObjectName }: { persistedObjectName: string }, seconds: number) =>
    behindTheScenes(
      `update pending_upload set heard_at = now() - $2::interval where object_name = $1`,
      persistedObjectName,
      `${seconds} seconds`,
    )

  /** The same of an upload that was heard of; nothing otherwise. */
  const silenceOfHeard = ({ persistedObjectName }: { persistedObjectName: string }, seconds: number) =>
    behindTheScenes(
      `update pending_upload set heard_at = now() - $2::interval where object_name = $1 and heard_at is not null`,
      persistedObjectName,
      `${seconds} seconds`,
    )

  /** As if the policy of the upload had run out. */
  const expire = ({ persistedObjectName }: { persistedObjectName: string }) =>
    behindTheScenes(
      `update pending_upload set expires_at = now() - interval '1 minute' where object_name = $1`,
      persistedObjectName,
    )

  const quietly = { ...casebook.services, log: pino({ level: 'silent' }) }
  const sweep = () => sweepUploads(quietly)
  const sweepSilentOnes = () => sweepSilent(quietly)

  async function putObject(objectName: string, size: number) {
    const { store } = casebook.services
    const bytes = async function* () {
      yield Buffer.alloc(size)
    }
    await store.write(objectName, bytes(), size)
  }

  return {
    casebook,
    admin,
    nurse,
    study,
    input,
    addSubject,
    addFile,
    listFiles,
    age,
    silence,
    silenceOfHeard,
    expire,
    sweep,
    sweepSilentOnes,
    putObject,
    stop: casebook.stop,
  }
}

async function addStudy(admin: Person, siteid: string) {
  await admin.ask('mutation ($siteid: String!) { addSite(identifier: $siteid, name: "A site") { siteid } }', { siteid })
  const { addStudy } = await admin.ask(
    'mutation ($siteid: ID!) { addStudy(siteid: $siteid, name: "A study") { studyid } }',
    { siteid },
  )
  const { addActivityType } = await admin.ask(
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Treadmill") { activitytypeid } }',
    { studyid: addStudy.studyid },
  )
  return { siteid, studyid: addStudy.studyid, activitytypeid: addActivityType.activitytypeid }
}

export async function upload(
  { objectUrl, fields }: { objectUrl: string; fields: string },
  bytes: string | Uint8Array<ArrayBuffer>,
) {
  const form = new FormData()
  for (const [name, value] of parseFormFields(fields)) form.append(name, value)
  form.append('file', new Blob([bytes]), 'arm.csv')
  return (await fetch(objectUrl, { method: 'POST', body: form })).status
}
