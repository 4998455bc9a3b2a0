/** SQLSTATEs of a server that is shutting down, starting up, or a standby that accepts no writes. */
const lostStates = new Set(['57P01', '57P02', '57P03', '57P05', '25006', '25P03', '25P04', '53300'])
const lostClasses = ['08']

/** A prepared statement that a migration or a pooler invalidated. */
const isOutdated = (code: string, error: Error) =>
  code === '26000' || (code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery')

const lostSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  // A Unix socket whose connection queue is full.
  'EAGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  // The socket of a PostgreSQL that is not running.
  'ENOENT',
])

/** Errors that the driver reports without a code. */
const lostSentences =
  /^(Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed)/

/** Whether a statement failed because its connection or server is gone, so that it may succeed on another connection. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // One error for each address of a host name.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isConnectionLost)
  // An error of a file, such as a missing certificate, which the driver reads before it connects.
  if ('path' in error) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '') return lostSentences.test(error.message)
  if (isOutdated(code, error)) return true
  return (
    lostStates.has(code) ||
    lostSystemCodes.has(code) ||
    lostClasses.some((start) => /^\w{5}$/.test(code) && code.startsWith(start))
  )
}

/** Whether the statement was stopped because it took longer than `statement_timeout`. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/** Whether the database can't do it at the moment: a lock, statement or connection timed out, or its disk is full. */
export function isTooBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message === 'timeout exceeded when trying to connect') return true
  return 'code' in error && ['55P03', '57014', '53100'].includes(String(error.code))
}
