import { certificateTrouble, codeOf, detailOf, isCertificateTrouble, Mistake, rootOf } from '../mistakes/mistake.ts'
import { isConnectionLost } from './connections/lost-connection.ts'

type DatabaseSetting = { setting: string; url: string | undefined }

/** Host and port without the password, or the socket's folder, which the driver prefers. Only the embedded one has no URL. */
function placeOf(url: string | undefined): string {
  if (!url || !URL.canParse(url)) return 'its socket'
  const { hostname, port, searchParams } = new URL(url)
  return `${searchParams.get('host') || hostname || 'localhost'}:${port || '5432'}`
}

const nameOf = (url: string | undefined) =>
  url && URL.canParse(url) ? decodeURIComponent(new URL(url).pathname.slice(1)) : ''
const userOf = (url: string | undefined) => (url && URL.canParse(url) ? decodeURIComponent(new URL(url).username) : '')

/** Whether the URL names the file, which the driver reads when it parses the URL. */
function namesFile(url: string | undefined, path: string): boolean {
  if (!url || !URL.canParse(url)) return false
  const { searchParams } = new URL(url)
  return ['sslrootcert', 'sslcert', 'sslkey'].some((name) => searchParams.get(name) === path)
}

/** Reports that a database does not respond, and which setting names it. */
export function unreachable({ setting, url }: DatabaseSetting, error: unknown): string {
  const root = rootOf(error)
  const why = codeOf(root) || (root instanceof Error ? root.message : String(root))
  return `The database at ${placeOf(url)} (${setting}) does not answer (${why})`
}

/** Describes what is wrong with a database or its setting. Returns undefined for other errors. */
export function databaseMistake(error: unknown, reached: DatabaseSetting): Mistake | undefined {
  const { setting, url } = reached
  const root = rootOf(error)
  if (!(root instanceof Error)) return undefined
  const make = (kind: Mistake['kind'], sentence: string) => new Mistake(kind, sentence, error)
  const code = codeOf(root)
  const place = placeOf(url)

  const path = detailOf(root, 'path')
  if (detailOf(root, 'syscall') === 'open' && namesFile(url, path))
    return make(
      'file',
      `${setting} names the file ${path}, which can't be read (${code}): correct sslrootcert, sslcert or sslkey in it.`,
    )
  if (isCertificateTrouble(root))
    return make(
      'databaseTls',
      `The database at ${place} is not trusted: ${certificateTrouble(root)}; correct sslrootcert or sslmode in ${setting}.`,
    )
  if (/does not support SSL/.test(root.message))
    return make(
      'databaseTls',
      `The database at ${place} offers no TLS: switch it on there, or take sslmode out of ${setting}.`,
    )

  if (code === '28P01')
    return make(
      'databaseSignIn',
      `The database at ${place} refuses the password of ${userOf(url)}: correct ${setting}.`,
    )
  if (code === '28000')
    return make(
      'databaseSignIn',
      `The database at ${place} does not let ${userOf(url)} in (${root.message}): correct ${setting}, or pg_hba.conf there.`,
    )
  if (
    /SASL: .*password must be a/.test(root.message) ||
    /SCRAM-SERVER-FIRST-MESSAGE: client password/.test(root.message)
  )
    return make(
      'databaseSignIn',
      `The database at ${place} wants a password for ${userOf(url)}: put it into ${setting}.`,
    )
  if (code === '3D000')
    return make(
      'databaseMissing',
      `There is no database "${nameOf(url)}" at ${place}: create it, or correct the name in ${setting}.`,
    )
  if (code === '42501' || code === '22023')
    return make(
      'databaseRights',
      `The role ${userOf(url)} of ${setting} lacks a right (${root.message}): see "Prerequisites" in docs/operating/install.md.`,
    )
  if (isConnectionLost(root))
    return make('databaseUnreachable', `${unreachable(reached, error)}: start it, or correct ${setting}.`)
  return undefined
}
