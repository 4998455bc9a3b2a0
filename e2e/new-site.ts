import type { Page } from '@playwright/test'
import type { Caller } from './api.ts'

/** A site of the journey's own, so that journeys can run in parallel. */
export interface NewSite {
  siteid: string
  name: string
}

export async function newSite(admin: Caller, name = 'Trial ward'): Promise<NewSite> {
  const siteid = `e${crypto.randomUUID().replace(/[^a-f]/g, '')}${Date.now().toString(16).replace(/\d/g, digitLetter)}`
  const unique = `${name} ${siteid.slice(-4)}`
  await admin('mutation ($siteid: String!, $name: String!) { addSite(identifier: $siteid, name: $name) { siteid } }', {
    siteid,
    name: unique,
  })
  return { siteid, name: unique }
}

const digitLetter = (digit: string) => String.fromCharCode(103 + Number(digit))

export async function newStudy(admin: Caller, siteid: string, name: string): Promise<string> {
  const { addStudy } = await admin<{ addStudy: { studyid: string } }>(
    'mutation ($siteid: ID!, $name: String!) { addStudy(siteid: $siteid, name: $name) { studyid } }',
    { siteid, name },
  )
  return addStudy.studyid
}

export async function addDevices(admin: Caller, siteid: string, deviceids: string[]) {
  for (const deviceid of deviceids)
    await admin(
      'mutation ($siteid: ID!, $deviceid: ID!) { addDevice(siteid: $siteid, deviceid: $deviceid) { version } }',
      {
        siteid,
        deviceid,
      },
    )
}

export async function addSubjects(admin: Caller, siteid: string, studyid: string, identifiers: string[]) {
  const subjectids: string[] = []
  for (const identifier of identifiers) {
    const { addSubjectV2 } = await admin<{ addSubjectV2: { subjectid: string } }>(
      'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
      { input: { siteid, studyid, identifier } },
    )
    subjectids.push(addSubjectV2.subjectid)
  }
  return subjectids
}

export async function addActivityType(admin: Caller, studyid: string, description: string): Promise<string> {
  const { addActivityType: added } = await admin<{ addActivityType: { activitytypeid: string } }>(
    'mutation ($studyid: ID!, $description: String!) { addActivityType(studyid: $studyid, description: $description) { activitytypeid } }',
    { studyid, description },
  )
  return added.activitytypeid
}

export interface NewField {
  name: string
  type: string
  required: boolean
  softMaximum?: number
  section?: string
  showIf?: string
  calculation?: string
  length?: number
  pattern?: string
}

export async function addFormType(
  admin: Caller,
  studyid: string,
  identifier: string,
  fields: NewField[],
): Promise<string> {
  const { addFormType: added } = await admin<{ addFormType: { formtypeid: string } }>(
    'mutation ($studyid: ID!, $identifier: String!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: $identifier, fields: $fields) { formtypeid } }',
    { studyid, identifier, fields },
  )
  return added.formtypeid
}

/** The texts of a list's first column, in order. */
export function firstColumn(page: Page, list: string) {
  return page.getByRole('table', { name: list }).getByRole('row').locator('td:first-child')
}
