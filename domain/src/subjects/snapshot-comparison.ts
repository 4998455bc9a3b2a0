import { type Problem, problem } from '../shared/problems.ts'

const longestOffset = 86_400
const deepest = 10

/** The `timezoneOffset` of the snapshot that a browser sent, in whole seconds, or why the text is not a snapshot. */
export function readTimezoneOffset(snapshotText: string): number | Problem {
  const snapshot = parse(snapshotText)
  const isObject = typeof snapshot === 'object' && snapshot !== null && 'timezoneOffset' in snapshot
  const offset = isObject ? snapshot.timezoneOffset : undefined
  if (typeof offset !== 'number' || !Number.isInteger(offset) || Math.abs(offset) > longestOffset) return unreadable()
  return offset
}

/**
 * Why a subject is not closed with the text that the browser sent: it differs from the server's own. Compared as data:
 * the order of keys and lists is ignored, and a missing key equals null.
 */
export function whySnapshotDiffers(serverText: string, browserText: string): Problem | undefined {
  const sent = parse(browserText)
  if (typeof sent !== 'object' || sent === null) return unreadable()
  if (canonical(JSON.parse(serverText)) !== canonical(sent)) return problem('snapshot.differs')
}

/** The same text for all representations of the same data. Levels deeper than a snapshot's are ignored. */
function canonical(data: unknown, depth = 0): string {
  if (depth > deepest) return ''
  if (Array.isArray(data)) return `[${data.map((item) => canonical(item, depth + 1)).sort()}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  const entries = Object.entries(data).filter(([, value]) => value !== null)
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value, depth + 1)}`).sort()}}`
}

/** Undefined for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreadable(): Problem {
  return problem('snapshot.unreadable', { field: 'snapshot' })
}
