import { type Failure, failuresOf } from '../../calls/failures.ts'
import {
  type Author,
  accept,
  type Draft,
  type Entry,
  hasQuestions,
  hear,
  isChanged,
  type Plan,
  type Planned,
  refuse,
  type Sending,
  send,
  versionToSaveOver,
} from './entry.ts'

type OfRecord = { readonly record: string }

/** What happens to a save. `key` is that of the write: an answer to an abandoned one changes nothing. */
export type SaveEvent =
  /** The person saves, adds, or puts back. `saveid` names this save in its outcome. */
  | ({ readonly type: 'saved'; readonly saveid: number; readonly plan: Plan } & OfRecord)
  | ({ readonly type: 'accepted'; readonly key: string; readonly data: unknown; readonly at: Date } & OfRecord)
  | ({ readonly type: 'refused'; readonly key: string; readonly failures: readonly Failure[] } & OfRecord)
  /** What is shown was read again after an answer. */
  | ({ readonly type: 'readAgain'; readonly key: string } & OfRecord)

/** `asked`: the person must decide something first; the editor shows what. */
export type Outcome =
  | { readonly type: 'saved'; readonly data: unknown }
  | { readonly type: 'refused'; readonly failures: readonly Failure[] }
  | { readonly type: 'asked' }
  /** Another save of the record is on its way, or the text was discarded meanwhile. */
  | { readonly type: 'dropped' }

export type RecordsCommand =
  | { readonly type: 'load'; readonly sub: string }
  /** Stores a draft so that it survives the page, or removes it. */
  | ({ readonly type: 'keep'; readonly sub: string; readonly draft: Draft | undefined } & OfRecord)
  | ({ readonly type: 'call'; readonly lane: string; readonly key: string; readonly planned: Planned } & OfRecord)
  /** Reads everything on screen again, whatever becomes of it. */
  | ({ readonly type: 'readAgain'; readonly key: string } & OfRecord)
  /** `version`: undefined for who removed the record. */
  | ({ readonly type: 'findAuthor'; readonly version: number | undefined } & OfRecord)
  | { readonly type: 'settle'; readonly saveid: number; readonly outcome: Outcome }

/** An entry after an event; undefined if it is forgotten. */
export type Change = readonly [Entry | undefined, readonly RecordsCommand[]]

/** A colleague who saves continuously must not keep a save going forever. */
const maxTries = 5

/** Refusals after which the newest version may explain the reason. Merging may resolve them. */
const isWorthReading = new Set(['CONFLICT', 'ALREADY_EXISTS', 'NOT_FOUND'])

/** `key`: for a write that this event may send. */
export function stepSave(entry: Entry, event: SaveEvent, key: string): Change {
  switch (event.type) {
    case 'saved': {
      const { record, saveid, plan } = event
      if (entry.sending) return [entry, [settle(saveid, { type: 'dropped' })]]
      return attempt(record, { ...entry, refusals: [] }, { saveid, plan, tries: 0 }, key)
    }
    case 'accepted':
    case 'refused':
      return answer(entry, event, key)
    case 'readAgain':
      return conclude(entry, event, key)
  }
}

export function settle(saveid: number, outcome: Outcome): RecordsCommand {
  return { type: 'settle', saveid, outcome }
}

/** An author is known now. `version`: undefined for who removed the record. */
export function learn(entry: Entry, version: number | undefined, { by, at }: Author): Entry {
  if (version === undefined) return entry.empty ? { ...entry, removedBy: { by, at } } : entry
  const named = { ...entry, authors: new Map(entry.authors).set(version, { by, at }) }
  // What was only held back because its author was not known is merged now.
  return named.newest && !named.sending ? hear(named, named.newest) : named
}

type Attempt = Pick<Sending, 'saveid' | 'plan' | 'tries'>

/** Sends the present contents, or ends the save if the person must decide something or a rule refuses them. */
function attempt(record: string, entry: Entry, { saveid, plan, tries }: Attempt, newKey: string): Change {
  if (tries === maxTries || (hasQuestions(entry) && !entry.empty)) return fail(entry, saveid, { type: 'asked' })
  const planned = plan(entry.mine, versionToSaveOver(entry), { row: entry.row, base: entry.base.fields })
  if (planned instanceof Error) return fail(entry, saveid, { type: 'refused', failures: failuresOf(planned) })
  const { unsettled = { key: newKey, planned, sent: entry.mine } } = entry
  const isAgain = entry.unsettled !== undefined
  const sending: Sending = { ...unsettled, saveid, plan, tries: tries + 1, isAgain, answer: undefined }
  return [
    send(entry, sending),
    [{ type: 'call', record, lane: entry.lane, key: unsettled.key, planned: unsettled.planned }],
  ]
}

function fail(entry: Entry, saveid: number, outcome: Outcome & { type: 'asked' | 'refused' }): Change {
  const refusals = outcome.type === 'refused' ? outcome.failures : []
  return [{ ...entry, refusals, failed: entry.failed + 1 }, [settle(saveid, outcome)]]
}

/** An answer takes effect once what is shown was read again; one that nothing read can explain, at once. */
function answer(entry: Entry, event: SaveEvent & { type: 'accepted' | 'refused' }, newKey: string): Change {
  const { sending } = entry
  if (!sending || sending.key !== event.key || sending.answer) return [entry, []]
  const { record, key } = event
  const read: RecordsCommand = { type: 'readAgain', record, key }
  if (event.type === 'accepted') {
    const { data, at } = event
    return [{ ...entry, sending: { ...sending, answer: { isAccepted: true, data, at } } }, [read]]
  }
  const { failures } = event
  if (failures.some(({ code }) => isWorthReading.has(code))) {
    const named = failures.find(({ current }) => current)?.current
    const told = named && named.by !== '' ? learn(entry, named.version, named) : entry
    return [{ ...told, sending: { ...sending, answer: { isAccepted: false, failures } } }, [read]]
  }
  const refused = refuse(entry)
  if (failures.some(isUnknown)) {
    const { planned, sent, saveid } = sending
    return fail({ ...refused, unsettled: { key, planned, sent } }, saveid, { type: 'refused', failures })
  }
  // What is refused is what an earlier save sent: what is typed now may be accepted.
  if (sending.isAgain) return attempt(record, refused, sending, newKey)
  return fail(refused, sending.saveid, { type: 'refused', failures })
}

/** Whether the server may have executed the write. */
function isUnknown({ code, reason }: Failure): boolean {
  return code === 'NETWORK' || reason === 'write.unknown'
}

/** The answer of a save takes effect: it ends the save, or what was read since is merged and sent again. */
function conclude(entry: Entry, { record, key }: SaveEvent & { type: 'readAgain' }, newKey: string): Change {
  const { sending } = entry
  if (!sending?.answer || sending.key !== key) return [entry, []]
  const { answer: given, saveid, planned, isAgain } = sending
  if (!given.isAccepted) return concludeRefused(record, entry, sending, given.failures, newKey)
  if (planned.restores) {
    const restored = refuse(entry)
    // It was put back, but what is in it could not be read.
    if (restored.empty) return fail(restored, saveid, { type: 'asked' })
    return attempt(record, restored, sending, newKey)
  }
  const saved = { ...accept(entry, sending, versionIn(given.data)), isRestored: false, savedAt: given.at }
  // What is typed now is newer than what an earlier save sent.
  if (isAgain && !saved.empty && isChanged(saved)) return attempt(record, saved, sending, newKey)
  return [saved, [settle(saveid, { type: 'saved', data: given.data })]]
}

function concludeRefused(
  record: string,
  entry: Entry,
  sending: Sending,
  failures: readonly Failure[],
  newKey: string,
): Change {
  const merged = refuse(entry)
  const refused = { type: 'refused', failures } as const
  if (merged.empty) return fail(merged, sending.saveid, entry.empty ? refused : { type: 'asked' })
  const isNamed = failures.some(({ current }) => current)
  const isNews = merged.base.version !== entry.base.version || entry.empty !== undefined
  if (!isNamed && !isNews) return fail(merged, sending.saveid, refused)
  return attempt(record, merged, sending, newKey)
}

/** The version in a mutation's answer, whose only field is the record. Undefined for records without versions. */
function versionIn(data: unknown): number | undefined {
  const [record]: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : []
  const version: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'version') : undefined
  return typeof version === 'number' ? version : undefined
}
