import { type AllowedUpload, minUploadBytes, type UploadForm, uploadSeconds } from '../object-store.ts'
import { algorithm, amzDate, credentialOf, isSignedBy, sign } from './signing.ts'
import { denied, malformed } from './store-refusal.ts'

/** What a verified form permits: storing one object of this size, and only these bytes if `sha256` is set. */
export type UploadPermit = {
  readonly objectName: string
  readonly least: number
  readonly most: number
  /** Lower-case hex. */
  readonly sha256: string | undefined
}

/** S3's presigned POST (Signature Version 4). The caller sets `url`. */
export function presignForm(
  key: Buffer,
  objectName: string,
  nowMs: number,
  { most, sha256 }: AllowedUpload,
): Omit<UploadForm, 'url'> {
  const expiresAt = new Date(nowMs + uploadSeconds * 1000)
  const date = amzDate(nowMs)
  const signedFields: Record<string, string> = {
    key: objectName,
    'x-amz-algorithm': algorithm,
    'x-amz-credential': credentialOf(date),
    'x-amz-date': date,
    success_action_status: '200',
  }
  if (sha256 !== undefined) signedFields['x-amz-checksum-sha256'] = Buffer.from(sha256, 'hex').toString('base64')
  const policy = Buffer.from(
    JSON.stringify({
      expiration: expiresAt.toISOString(),
      conditions: [
        ...Object.entries(signedFields).map(([name, value]) => ['eq', `$${name}`, value]),
        ['content-length-range', minUploadBytes, most],
      ],
    }),
  ).toString('base64')
  return {
    fields: { ...signedFields, policy, 'x-amz-signature': sign(key, date.slice(0, 8), policy) },
    expiresAt,
  }
}

/**
 * Verifies the fields of a posted form, with names in lowercase. Throws a StoreRefusal unless the policy is ours and
 * valid, every field matches the policy, and the policy covers every field.
 */
export function checkForm(key: Buffer, fields: ReadonlyMap<string, string>, nowMs: number): UploadPermit {
  const policy = fields.get('policy')
  const signature = fields.get('x-amz-signature')
  const credential = fields.get('x-amz-credential')
  if (policy === undefined || signature === undefined || credential === undefined) {
    throw denied('The form carries no complete upload policy.')
  }
  if (!isSignedBy(key, credential, policy, signature)) throw denied('The signature is not the one of this policy.')
  const { expiration, equal, range } = readPolicy(policy)
  if (!(nowMs < expiration)) throw denied('Invalid according to Policy: Policy expired.')
  for (const [name, value] of equal) {
    if (fields.get(name) !== value) throw denied(`Invalid according to Policy: Policy Condition failed: ${name}`)
  }
  for (const name of fields.keys()) {
    if (name !== 'policy' && name !== 'x-amz-signature' && !equal.has(name)) {
      throw denied(`Invalid according to Policy: Extra input fields: ${name}`)
    }
  }
  const objectName = equal.get('key')
  if (objectName === undefined || range === undefined) throw malformed('The policy names no object or no size.')
  const checksum = equal.get('x-amz-checksum-sha256')
  return {
    objectName,
    least: range[0],
    most: range[1],
    sha256: checksum === undefined ? undefined : Buffer.from(checksum, 'base64').toString('hex'),
  }
}

/** Only forms signed by us get here, so only the two kinds of condition that we use are supported. */
function readPolicy(policy: string) {
  const document: unknown = JSON.parse(Buffer.from(policy, 'base64').toString('utf8'))
  const equal = new Map<string, string>()
  let range: [number, number] | undefined
  if (!isPolicy(document)) throw malformed('The policy is not one of this store.')
  for (const [kind, first, second] of document.conditions) {
    if (kind === 'eq' && typeof first === 'string' && typeof second === 'string') equal.set(first.slice(1), second)
    else if (kind === 'content-length-range' && typeof first === 'number' && typeof second === 'number') {
      range = [first, second]
    } else throw malformed('The policy has a condition that this store does not know.')
  }
  return { expiration: Date.parse(document.expiration), equal, range }
}

function isPolicy(document: unknown): document is { expiration: string; conditions: unknown[][] } {
  return (
    typeof document === 'object' &&
    document !== null &&
    'expiration' in document &&
    typeof document.expiration === 'string' &&
    'conditions' in document &&
    Array.isArray(document.conditions) &&
    document.conditions.every(Array.isArray)
  )
}
