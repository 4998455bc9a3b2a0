import { type Browser, expect, type Page } from '@playwright/test'
import { parseFormFields } from '../domain/src/reference-data/reference-data.rules.ts'
import { signIn } from './fixtures.ts'
import { type NewSubject, newSubject, recordStairs } from './new-subject.ts'

const add = `mutation ($subjectid: ID!, $input: ReferenceDataInput!) {
  addReferenceData(subjectid: $subjectid, input: $input) { referencedataid objectUrl fields } }`
const complete = `mutation ($subjectid: ID!, $referencedataid: ID!) {
  completeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid) { status } }`

/** Uploads a file to the activity Stairs. Returns the address of its screen. */
export async function addFile(subject: NewSubject, filename: string, bytes: Uint8Array<ArrayBuffer>) {
  const { siteid, studyid, subjectid, activitytypeid, call, path } = subject
  const input = { siteid, studyid, activitytypeid, filename }
  type Added = { addReferenceData: { referencedataid: string; objectUrl: string; fields: string } }
  const { addReferenceData } = await call<Added>(add, { subjectid, input })
  const { referencedataid, objectUrl, fields } = addReferenceData
  const form = new FormData()
  for (const [name, value] of parseFormFields(fields)) form.append(name, value)
  form.append('file', new Blob([bytes]), filename)
  expect((await fetch(objectUrl, { method: 'POST', body: form })).status).toBe(200)
  await call(complete, { subjectid, referencedataid })
  return { referencedataid, path: `${path}/activities/${activitytypeid}/recordings/${referencedataid}` }
}

type Setting = { page: Page; browser: Browser; baseURL: string | undefined }

/** A new subject who did Stairs, with the recording arm.csv, which a nurse has open and which is read to its end. */
export async function openRecording({ page, browser, baseURL }: Setting, bytes: Uint8Array<ArrayBuffer>) {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const { path } = await addFile(subject, 'arm.csv', bytes)
  await signIn(page, 'nurse', path)
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  return { subject, path }
}

/** Three axes at 50 Hz for `seconds`, in local time from the given text, with a peak of 9 g on x at `peak` seconds. */
export function csvRecording(start: string, seconds: number, peak: number): Uint8Array<ArrayBuffer> {
  const first = Date.parse(`${start}Z`)
  const lines = ['time,x (g),y (g),z (g)']
  for (let i = 0; i < seconds * 50; i++) {
    const time = new Date(first + i * 20).toISOString().slice(0, -1)
    const x = i === Math.round(peak * 50) ? 9 : Math.sin(i / 25) / 4
    lines.push(`${time},${x.toFixed(3)},${(Math.cos(i / 25) / 4).toFixed(3)},1.000`)
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}
