import { createHash } from 'node:crypto'

/** A reader's position: every change up to this history row, in the order of (tx, historyid), has been reported. */
export type Position = { readonly tx: string; readonly historyid: string }

/** Identifies the database that the numbers belong to. Another database, or a restored one, numbers differently. */
export type Origin = { readonly system: string; readonly database: string; readonly timeline: string }

const largestTx = 2n ** 64n - 1n
const largestHistoryid = 2n ** 63n - 1n

/** The opaque text that callers receive and send back. */
export function textOfPosition({ tx, historyid }: Position, origin: Origin): string {
  return Buffer.from(`${tx}.${historyid}.${markOf(origin)}`).toString('base64url')
}

export type ReadPosition = Position | 'unreadable' | 'elsewhere'

/** Parses the text of `textOfPosition`. Returns `elsewhere` if it belongs to another database. */
export function readPosition(text: string, origin: Origin): ReadPosition {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const [, tx, historyid, mark] = /^(\d{1,20})\.(\d{1,19})\.([0-9a-f]{12})$/.exec(plain) ?? []
  if (tx === undefined || historyid === undefined || BigInt(tx) > largestTx || BigInt(historyid) > largestHistoryid)
    return 'unreadable'
  return mark === markOf(origin) ? { tx, historyid } : 'elsewhere'
}

function markOf({ system, database, timeline }: Origin): string {
  return createHash('sha256').update(`${system} ${database} ${timeline}`).digest('hex').slice(0, 12)
}
