/** SQLSTATEs by which a server says that it goes away, is not there yet, or is a standby that takes no writes. */
const lostStates = new Set(['57P01', '57P02', '57P03', '57P05', '25006', '25P03', '25P04', '53300'])
const lostClasses = ['08']

/** A statement that a connection had prepared and that a migration or a pooler took from it. */
const isOutdated = (code: string, error: Error) =>
  code === '26000' || (code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery')

const lostSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  // A unix socket whose queue of those who wait to connect is full.
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

/** The driver says these without a code. */
const lostSentences =
  /^(Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed)/

/** Whether a statement failed because its connection or its server is gone, so that it may go through on another one. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // One failure for each address that a name stands for.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isConnectionLost)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '') return lostSentences.test(error.message)
  if (isOutdated(code, error)) return true
  return (
    lostStates.has(code) ||
    lostSystemCodes.has(code) ||
    lostClasses.some((start) => /^\w{5}$/.test(code) && code.startsWith(start))
  )
}

/** Whether the database could not do it now: a lock, a statement or the wait for a connection took too long, or its disk is full. */
export function isTooBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message === 'timeout exceeded when trying to connect') return true
  return 'code' in error && ['55P03', '57014', '53100'].includes(String(error.code))
}
