import { request } from 'node:http'
import type { Person } from '../person.ts'
import type { Place } from './setting.ts'

export type Upload = { referencedataid: string; subjectid: string; objectUrl: string; fields: [string, string][] }

/** Requests permission to upload a file. */
export async function askForUpload({ ask }: Person, place: Place, subjectid: string): Promise<Upload> {
  const { activitytypeid, siteid, studyid } = place
  const { addReferenceData } = await ask(
    `mutation ($subjectid: ID!, $input: ReferenceDataInput!) {
      addReferenceData(subjectid: $subjectid, input: $input) { referencedataid objectUrl fields } }`,
    { subjectid, input: { activitytypeid, filename: 'arm.csv', siteid, studyid } },
  )
  const { referencedataid = '', objectUrl = '', fields = '' } = addReferenceData ?? {}
  const pairs = fields
    .slice(1, -1)
    .split(',')
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  return { referencedataid, subjectid, objectUrl, fields: pairs }
}

/** The body as a browser sends it. */
export function formOf({ fields }: Upload, file: Buffer): { body: Buffer; type: string } {
  const boundary = 'robustness-boundary'
  const head = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  head.push(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="arm.csv"\r\nContent-Type: text/csv\r\n\r\n`,
  )
  const body = Buffer.concat([Buffer.from(head.join('')), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

/**
 * Sends a file, or only its first `bytes` before closing the connection. Returns the status, or undefined without a
 * response.
 */
export function send(upload: Upload, file: Buffer, bytes?: number): Promise<number | undefined> {
  const { body, type } = formOf(upload, file)
  return new Promise((resolve) => {
    const headers = { 'content-type': type, 'content-length': body.length }
    const call = request(upload.objectUrl, { method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode))
    })
    call.on('error', () => resolve(undefined))
    if (bytes === undefined) return call.end(body)
    call.write(body.subarray(0, bytes), () => setTimeout(() => call.destroy(), 5))
    return undefined
  })
}

/** The server's result for an upload that the browser reports as complete. */
export async function complete({ ask }: Person, { subjectid, referencedataid }: Upload): Promise<string | undefined> {
  const { completeReferenceData } = await ask(
    `mutation ($subjectid: ID!, $referencedataid: ID!) {
      completeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid) { status } }`,
    { subjectid, referencedataid },
  )
  return completeReferenceData?.status
}
