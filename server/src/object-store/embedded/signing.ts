import { createHmac } from 'node:crypto'
import { isSameText } from '../../secrets/seal.ts'

export const algorithm = 'AWS4-HMAC-SHA256'
const holder = 'casebook'
const scopeTail = 'local/s3/aws4_request'
const credentialPattern = new RegExp(`^${holder}/(\\d{8})/${scopeTail}$`)

/** A timestamp in the format of Signature Version 4: `20261120T081500Z`. */
export function amzDate(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Milliseconds since the epoch, or undefined if the text is not such a date. */
export function parseAmzDate(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const epochMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(epochMs) ? undefined : epochMs
}

export function credentialOf(date: string): string {
  return `${holder}/${date.slice(0, 8)}/${scopeTail}`
}

/** Lowercase hex. The key is derived for each day, as in Signature Version 4. */
export function sign(key: Buffer, day: string, text: string): string {
  let derived: Buffer = key
  for (const step of [day, ...scopeTail.split('/')]) derived = createHmac('sha256', derived).update(step).digest()
  return createHmac('sha256', derived).update(text).digest('hex')
}

/** Compares in constant time. */
export function isSignedBy(key: Buffer, credential: string, text: string, signature: string): boolean {
  const day = credentialPattern.exec(credential)?.[1]
  if (day === undefined) return false
  return isSameText(sign(key, day, text), signature)
}
