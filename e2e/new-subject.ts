import { type Browser, expect, type Page } from '@playwright/test'
import { type Caller, callAs } from './api.ts'

export interface NewSubject {
  siteid: string
  studyid: string
  subjectid: string
  formtypeid: string
  activitytypeid: string
  identifier: string
  /** Opens the subject's screen, selecting its site. */
  path: string
  /** Calls the API as the coordinator. */
  call: Caller
}

interface NewTypes {
  formtype: { formtypeid: string }
  activitytype: { activitytypeid: string }
}

const study = `mutation ($siteid: ID!, $name: String!) { addStudy(siteid: $siteid, name: $name) { studyid } }`
const types = `mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) {
  formtype: addFormType(studyid: $studyid, identifier: "Visit", fields: $fields) { formtypeid }
  activitytype: addActivityType(studyid: $studyid, description: "Stairs") { activitytypeid }
  other: addActivityType(studyid: $studyid, description: "Treadmill") { activitytypeid } }`
const subject = `mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }`

/** A subject in its own study: one form type 'Visit' (date, Weight, Room), activity types Stairs and Treadmill. */
export async function newSubject(browser: Browser, baseURL: string | undefined): Promise<NewSubject> {
  const { request } = await browser.newContext()
  const call = await callAs(request, baseURL ?? '', 'coordinator')
  const siteid = 'oslo'
  const identifier = `E-${crypto.randomUUID().slice(0, 8)}`
  const { addStudy } = await call<{ addStudy: { studyid: string } }>(study, { siteid, name: `Study of ${identifier}` })
  const { studyid } = addStudy
  const { formtype, activitytype } = await call<NewTypes>(types, {
    studyid,
    fields: [
      { name: 'date', type: 'Date', required: true },
      { name: 'Weight', type: 'Number', required: false },
      { name: 'Room', type: 'String', required: false, length: 5, pattern: '[A-Z][0-9]{3}' },
    ],
  })
  const { addSubjectV2 } = await call<{ addSubjectV2: { subjectid: string } }>(subject, {
    input: { siteid, studyid, identifier },
  })
  const { subjectid } = addSubjectV2
  return {
    siteid,
    studyid,
    subjectid,
    formtypeid: formtype.formtypeid,
    activitytypeid: activitytype.activitytypeid,
    identifier,
    path: `/studies/${studyid}/subjects/${subjectid}`,
    call,
  }
}

/** Saves the form Visit: 20 October 2026, 70 kg. */
export async function fillVisit(
  { call, subjectid, formtypeid }: NewSubject,
  more: { key: string; value: string }[] = [],
) {
  const fields = [{ key: 'date', value: '1792497600' }, { key: 'Weight', value: '70' }, ...more]
  await call('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, fields },
  })
}

/** Records the activity Stairs, ten minutes of that day. */
export async function recordStairs({ call, subjectid, activitytypeid }: NewSubject) {
  await call('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, startTime: 1_792_482_600, stopTime: 1_792_483_200 },
  })
}

/** Waits until the subject's screen is shown. */
export async function expectSubject(page: Page, { identifier }: NewSubject) {
  await expect(page.getByRole('heading', { level: 1, name: `Subject: ${identifier} (identifier)` })).toBeVisible()
}
