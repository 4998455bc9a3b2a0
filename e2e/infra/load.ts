import { createHash, randomUUID } from 'node:crypto'
import type { Caller } from './caller.ts'

export type Study = { siteid: string; studyid: string; formtypeid: string; activitytypeid: string }

/** What was acknowledged. It must exist exactly once. */
export type Ledger = {
  /** Identifier, and the last value saved in the subject's form. */
  subjects: Map<string, { subjectid: string; value: string }>
  /** Object names and the SHA-256 of what was sent. */
  files: Map<string, string>
  writes: number
  failures: string[]
}

export const emptyLedger = (): Ledger => ({ subjects: new Map(), files: new Map(), writes: 0, failures: [] })

/** Records subjects, forms, activities and occasionally a file, until stopped. */
export function startLoad(callers: readonly Caller[], study: Study, ledger: Ledger, { withFiles = true } = {}) {
  let isOver = false
  const work = async (caller: Caller) => {
    for (let round = 0; !isOver; round++) {
      try {
        await recordSubject(caller, study, ledger, withFiles && round % 10 === 0)
      } catch (error) {
        ledger.failures.push(String(error))
      }
    }
  }
  const running = callers.map(work)
  return async () => {
    isOver = true
    await Promise.all(running)
  }
}

async function recordSubject(caller: Caller, study: Study, ledger: Ledger, withFile: boolean) {
  const { siteid, studyid, formtypeid, activitytypeid } = study
  const identifier = randomUUID()
  const { addSubjectV2 } = await caller.ask(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
    { input: { siteid, studyid, identifier } },
  )
  const { subjectid } = addSubjectV2
  const entry = { subjectid, value: '' }
  ledger.subjects.set(identifier, entry)
  ledger.writes += 1
  for (const [place, call] of ['addForm', 'updateForm'].entries()) {
    const value = `${place}-${randomUUID()}`
    const fields = [{ key: 'Remarks', value }]
    const input = { subjectid, formtypeid, fields, ...(place > 0 && { version: place }) }
    await caller.ask(`mutation ($input: FormInput!) { ${call}(input: $input) { version } }`, { input })
    entry.value = value
    ledger.writes += 1
  }
  await caller.ask('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, startTime: 1_700_000_000, stopTime: 1_700_000_600 },
  })
  ledger.writes += 1
  if (withFile) await sendFile(caller, { siteid, studyid, subjectid, activitytypeid }, ledger)
}

type Place = { siteid: string; studyid: string; subjectid: string; activitytypeid: string }

export async function sendFile(caller: Caller, { subjectid, ...place }: Place, ledger: Ledger, size = 50_000) {
  const { addReferenceData } = await caller.ask(
    'mutation ($subjectid: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $subjectid, input: $input) { referencedataid persistedObjectName objectUrl fields } }',
    { subjectid, input: { ...place, filename: 'sensor.bin' } },
  )
  const bytes = Buffer.alloc(size, randomUUID())
  const form = new FormData()
  for (const pair of addReferenceData.fields.slice(1, -1).split(',')) {
    const equals = pair.indexOf('=')
    form.append(pair.slice(0, equals), pair.slice(equals + 1))
  }
  form.append('file', new Blob([bytes]), 'sensor.bin')
  const answer = await fetch(addReferenceData.objectUrl, { method: 'POST', body: form })
  if (answer.status !== 200) throw new Error(`the store answered ${answer.status}`)
  const { completeReferenceData } = await caller.ask(
    'mutation ($subjectid: ID!, $id: ID!) { completeReferenceData(subjectid: $subjectid, referencedataid: $id) { status } }',
    { subjectid, id: addReferenceData.referencedataid },
  )
  if (completeReferenceData.status !== 'UPLOADED') throw new Error(`a file is ${completeReferenceData.status}`)
  ledger.files.set(addReferenceData.persistedObjectName, createHash('sha256').update(bytes).digest('hex'))
  ledger.writes += 2
}

/** Acknowledged records that are missing or duplicated. */
export async function findMissing(caller: Caller, { studyid }: Study, ledger: Ledger): Promise<string[]> {
  const { listSubjects } = await caller.ask(
    `query ($studyid: ID!) { listSubjects(studyid: $studyid) { subjectid identifier forms { fields { key value } } activities { activitytypeid referenceData { persistedObjectName status } } } }`,
    { studyid },
  )
  const found = new Map<string, (typeof listSubjects)[number]>()
  const missing: string[] = []
  for (const subject of listSubjects) {
    if (found.has(subject.identifier)) missing.push(`${subject.identifier} is there twice`)
    found.set(subject.identifier, subject)
  }
  for (const [identifier, { subjectid, value }] of ledger.subjects) {
    const subject = found.get(identifier)
    if (subject?.subjectid !== subjectid) missing.push(`subject ${identifier}`)
    else if (value && subject.forms[0]?.fields[0]?.value !== value) missing.push(`form of ${identifier}`)
  }
  const stored = new Set<string>()
  for (const { activities } of listSubjects) {
    for (const { referenceData } of activities) {
      for (const { persistedObjectName, status } of referenceData)
        if (status === 'UPLOADED') stored.add(persistedObjectName)
    }
  }
  for (const objectName of ledger.files.keys()) if (!stored.has(objectName)) missing.push(`file ${objectName}`)
  return missing
}
