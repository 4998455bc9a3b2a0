import { createHash } from 'node:crypto'

/** A row of the history, by its place in the order of transactions. */
export type Place = { readonly tx: string; readonly historyid: string }

/**
 * What has been reported to a reader: every change up to this row, in the order of (tx, historyid), except those of the
 * transactions in `pending` behind their row. These have lower numbers, and had not ended, or were not read to the end.
 */
export type Position = Place & { readonly pending: readonly Place[] }

/** The transactions that the database shows: those below `next`, without those that were running. */
export type Visible = { readonly next: string; readonly running: readonly string[] }

/** Identifies the database that the numbers belong to. Another database, or a restored one, numbers differently. */
export type Origin = { readonly system: string; readonly database: string; readonly timeline: string }

const largestTx = 2n ** 64n - 1n
const largestHistoryid = 2n ** 63n - 1n

const beginningOf = (tx: string): Place => ({ tx, historyid: '0' })

/** Where a reader is that has been told of everything visible. */
export function positionNow({ next, running }: Visible): Position {
  return { ...beginningOf(next), pending: running.map(beginningOf) }
}

/** Where a reader is that read on from a position, among what was visible then, up to a row. */
export function positionAt(from: Position, { tx, historyid }: Place, { running }: Visible): Position {
  const runs = new Set(running)
  const isBelow = (one: string, other: string) => BigInt(one) < BigInt(other)
  if (isBelow(tx, from.tx)) {
    const left = from.pending.filter((one) => isBelow(tx, one.tx) || runs.has(one.tx))
    return { ...from, pending: [...left, { tx, historyid }] }
  }
  const begun = running.filter((one) => isBelow(one, tx) && !isBelow(one, from.tx))
  return { tx, historyid, pending: [...from.pending.filter((one) => runs.has(one.tx)), ...begun.map(beginningOf)] }
}

/** The opaque text that callers receive and send back. */
export function textOfPosition({ tx, historyid, pending }: Position, origin: Origin): string {
  const behind = pending.map((one) => `_${BigInt(tx) - BigInt(one.tx)}-${one.historyid}`).join('')
  return Buffer.from(`${tx}.${historyid}${behind}.${markOf(origin)}`).toString('base64url')
}

const mostCharacters = 100_000

/** Each is a connection of the database server that writes. A position that names more was made up, to be costly. */
const mostPending = 5_000

export type ReadPosition = Position | 'unreadable' | 'elsewhere'

/** Parses the text of `textOfPosition`. Returns `elsewhere` if it belongs to another database. */
export function readPosition(text: string, origin: Origin): ReadPosition {
  if (text.length > mostCharacters) return 'unreadable'
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const [, tx, historyid, behind, mark] =
    /^(\d{1,20})\.(\d{1,19})((?:_\d{1,20}-\d{1,19})*)\.([0-9a-f]{12})$/.exec(plain) ?? []
  if (tx === undefined || historyid === undefined || behind === undefined) return 'unreadable'
  const pending = behind
    .split('_')
    .slice(1)
    .map((one) => {
      const [distance = '', last = ''] = one.split('-')
      return { tx: String(BigInt(tx) - BigInt(distance)), historyid: last }
    })
  const isPlace = (one: Place) =>
    BigInt(one.tx) >= 0n && BigInt(one.tx) <= largestTx && BigInt(one.historyid) <= largestHistoryid
  if (!isPlace({ tx, historyid }) || !pending.every(isPlace)) return 'unreadable'
  const behindIt = new Set(pending.map((one) => one.tx).filter((one) => BigInt(one) < BigInt(tx)))
  if (behindIt.size < pending.length || pending.length > mostPending) return 'unreadable'
  return mark === markOf(origin) ? { tx, historyid, pending } : 'elsewhere'
}

function markOf({ system, database, timeline }: Origin): string {
  return createHash('sha256').update(`${system} ${database} ${timeline}`).digest('hex').slice(0, 12)
}
