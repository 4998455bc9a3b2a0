/** The exit status of each kind of mistake. docs/operating/install.md lists them. */
export const exitStatus = {
  unexpected: 1,
  usage: 2,
  settings: 10,
  databaseUnreachable: 11,
  databaseSignIn: 12,
  databaseMissing: 13,
  databaseRights: 14,
  databaseTls: 15,
  schema: 16,
  address: 17,
  dataDir: 18,
  file: 19,
  store: 20,
  provider: 21,
  clock: 22,
  mail: 23,
  embeddedDatabase: 24,
} as const

export type MistakeKind = keyof typeof exitStatus

/** What prevents the server from starting or a command from running, and what to do: one sentence that names the setting. */
export class Mistake extends Error {
  override name = 'Mistake'
  readonly kind: MistakeKind
  constructor(kind: MistakeKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** Several mistakes, each of which prevents the start. */
export class Mistakes extends Error {
  override name = 'Mistakes'
  readonly all: readonly Mistake[]
  constructor(all: readonly Mistake[]) {
    super(all.map(({ message }) => message).join('\n'))
    this.all = all
  }
}

/** The code of an error of the system, the driver or TLS, or ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The message of an error of the system or the driver, if present. */
export function detailOf(error: unknown, name: 'syscall' | 'path' | 'hostname' | 'address' | 'port'): string {
  if (!(error instanceof Error)) return ''
  const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The innermost cause of an error; the first one if several addresses failed. */
export function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0])
  if (error instanceof Error && error.cause instanceof Error) return rootOf(error.cause)
  return error
}

/** OpenSSL's and Node's codes for an untrusted certificate. */
const certificateCodes =
  /^(SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_|ERR_TLS_CERT|ERR_OSSL_(PEM|X509)|ERR_SSL|HOSTNAME_MISMATCH|EPROTO)/

export const isCertificateTrouble = (error: unknown) => certificateCodes.test(codeOf(error))

/** Explains why a host's certificate was rejected. */
export function certificateTrouble(error: unknown): string {
  const code = codeOf(error)
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired'
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet: compare the clocks'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another host name'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return `it does not speak TLS there (${code})`
  return `its certificate is not signed by an authority that is trusted here (${code})`
}
