import { type DestinationStream, type Logger, pino } from 'pino'

/** The server's log: one JSON object per line, without recorded data and without secrets. */
export function makeLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

export type DescribedError = {
  type: string
  message: string
  code?: string
  constraint?: string
  stack?: string
  cause?: DescribedError
}

/**
 * The parts of an error that are logged. Messages from other software may quote what a person typed (a database's "Key
 * (identifier)=(…) already exists", a mail server's refusal): of those, only the code and the stack are logged.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown without an error' }
  const described: DescribedError = { type: error.name, message: mayQuoteValues(error) ? 'withheld' : error.message }
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
      ? String(error.code)
      : undefined
  if (code) described.code = code
  if ('constraint' in error && typeof error.constraint === 'string') described.constraint = error.constraint
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  if (frames?.length) described.stack = frames.join('\n')
  if (error.cause instanceof Error) described.cause = describeError(error.cause)
  return described
}

/** SQLSTATE classes whose messages concern the server or the statement, never values. */
const wordlessClasses = /^(08|25|28|3D|40|42|53|55|57|58|XX)/

function mayQuoteValues(error: Error): boolean {
  // The driver's errors have a severity, a mail server's its response.
  if ('severity' in error && 'code' in error) return !wordlessClasses.test(String(error.code))
  if ('responseCode' in error || 'response' in error) return true
  // The parser quotes the text that it could not read.
  return error instanceof SyntaxError || error instanceof URIError
}
