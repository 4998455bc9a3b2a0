import { type Failure, failuresOf } from '../../calls/failures.ts'
import {
  type Added,
  type Author,
  type Draft,
  type Entry,
  hasQuestions,
  isChanged,
  type Planned,
  type Save,
  type Sending,
  versionToSaveOver,
} from './entry.ts'
import { accept, hear, refuse, send } from './merging.ts'

type OfRecord = { readonly record: string }

/** What happens to a save. `key` is that of the write: an answer to an abandoned one changes nothing. */
export type SaveEvent =
  /** The person saves, adds, or puts back. `saveid` names this save in its outcome. */
  | ({ readonly type: 'saved'; readonly save: Save } & OfRecord)
  | ({ readonly type: 'accepted'; readonly key: string; readonly data: unknown; readonly at: Date } & OfRecord)
  | ({ readonly type: 'refused'; readonly key: string; readonly failures: readonly Failure[] } & OfRecord)
  /** What is shown was read again after an answer. */
  | ({ readonly type: 'readAgain'; readonly key: string } & OfRecord)

/** `asked`: the person must decide something first; the editor shows what. */
export type Outcome =
  | { readonly type: 'saved'; readonly data: unknown }
  | { readonly type: 'refused'; readonly failures: readonly Failure[] }
  | { readonly type: 'asked' }
  /** The same is on its way already, or the text was discarded meanwhile. */
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
      const { record, save } = event
      return entry.sending ? follow(entry, entry.sending, save) : begin(record, entry, save, key)
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

/** The saves that wait for an outcome: the one on its way, and the one that follows it. */
export function waitingSaves({ sending, next }: Entry): readonly Save[] {
  return [sending?.save, next].filter((save) => save !== undefined)
}

function begin(record: string, entry: Entry, save: Save, newKey: string): Change {
  return attempt(record, { ...entry, refusals: [] }, save, 0, newKey)
}

/** A second press of the same does nothing; another act, such as stopping what is being started, follows. */
function follow(entry: Entry, { save: { act } }: Sending, save: Save): Change {
  if (act === save.act || entry.next) return [entry, [settle(save.saveid, { type: 'dropped' })]]
  return [{ ...entry, next: save }, []]
}

/** Sends the present contents, or ends the save if the person must decide something or a rule refuses them. */
function attempt(record: string, entry: Entry, save: Save, tries: number, newKey: string): Change {
  if (tries === maxTries || (hasQuestions(entry) && !entry.empty)) return fail(entry, save, { type: 'asked' })
  const { row, base, added, unsettled } = entry
  const planned =
    unsettled?.planned ??
    save.plan(entry.mine, versionToSaveOver(entry), {
      row,
      base: base.fields,
      added,
      isRemoved: entry.empty !== undefined,
    })
  if (planned instanceof Error) return fail(entry, save, { type: 'refused', failures: failuresOf(planned) })
  const write = unsettled ?? { key: newKey, act: save.act, planned, sent: entry.mine }
  const isAgain = unsettled !== undefined
  const sending: Sending = { save, write, tries: tries + 1, isAgain, answer: undefined }
  return [send(entry, sending), [{ type: 'call', record, lane: entry.lane, key: write.key, planned: write.planned }]]
}

/** What should have followed has the same outcome: it can't stop what did not start. */
function fail(entry: Entry, save: Save, outcome: Outcome & { type: 'asked' | 'refused' }): Change {
  const refusals = outcome.type === 'refused' ? outcome.failures : []
  const ended = [save, ...(entry.next ? [entry.next] : [])]
  return [
    { ...entry, next: undefined, refusals, failed: entry.failed + 1 },
    ended.map(({ saveid }) => settle(saveid, outcome)),
  ]
}

/** An answer takes effect once what is shown was read again; one that nothing read can explain, at once. */
function answer(entry: Entry, event: SaveEvent & { type: 'accepted' | 'refused' }, newKey: string): Change {
  const { sending } = entry
  if (!sending || sending.write.key !== event.key || sending.answer) return [entry, []]
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
    return fail({ ...refused, unsettled: sending.write }, sending.save, { type: 'refused', failures })
  }
  // What is refused is what an earlier save sent: what is typed now may be accepted.
  if (sending.isAgain) return attempt(record, refused, sending.save, sending.tries, newKey)
  return fail(refused, sending.save, { type: 'refused', failures })
}

/** Whether the server may have executed the write. */
function isUnknown({ code, reason }: Failure): boolean {
  return code === 'NETWORK' || reason === 'write.unknown'
}

/** The answer of a save takes effect: it ends the save, or what was read since is merged and sent again. */
function conclude(entry: Entry, { record, key }: SaveEvent & { type: 'readAgain' }, newKey: string): Change {
  const { sending } = entry
  if (!sending?.answer || sending.write.key !== key) return [entry, []]
  const { answer: given, save, tries, write, isAgain } = sending
  if (write.planned.takesBack && (given.isAccepted || given.failures.every(isMissing)))
    return attempt(record, forgetAdded(entry), save, tries, newKey)
  if (!given.isAccepted) return concludeRefused(record, entry, sending, given.failures, newKey)
  if (write.planned.restores) {
    const restored = refuse(entry)
    // It was put back, but what is in it could not be read.
    if (restored.empty) return fail(restored, save, { type: 'asked' })
    return attempt(record, restored, save, tries, newKey)
  }
  const { data, at } = given
  const version = versionIn(data)
  const saved = { ...accept(entry, sending, version), isRestored: false, savedAt: at }
  const known = { ...saved, added: addedBy(entry, write.planned, data, version) }
  if (isAgain) {
    // What is asked for now is newer than what an earlier save sent.
    const isNewer = write.act !== save.act || (!saved.empty && isChanged(saved))
    if (isNewer) return attempt(record, known, save, tries, newKey)
  }
  // An editor that adds is told what it added, also after a correction of that.
  const isCorrected = saved.added && !write.planned.replaces
  const outcome = { type: 'saved', data: isCorrected ? saved.added?.data : data } as const
  const told = settle(save.saveid, outcome)
  const ended = entry.onlyAdds ? known : saved
  if (!ended.next) return [ended, [told]]
  const [followed, commands] = begin(record, { ...ended, next: undefined }, ended.next, newKey)
  return [followed, [told, ...commands]]
}

/** What the editor has added, by this save or an earlier one: with the version that was written last if it only adds. */
function addedBy(entry: Entry, planned: Planned, data: unknown, version: number | undefined): Added | undefined {
  const { added, onlyAdds } = entry
  if (version === undefined) return added
  const isAdded = planned.replaces || versionToSaveOver(entry) === null
  if (onlyAdds && added && !planned.replaces) return { ...added, version }
  return isAdded ? { data, version } : added
}

function isMissing({ code }: Failure): boolean {
  return code === 'NOT_FOUND'
}

/** What was added is taken back: all that is typed is an addition again. */
function forgetAdded(entry: Entry): Entry {
  return refuse({ ...entry, added: undefined, base: { version: null, fields: {} } })
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
  if (merged.empty) return fail(merged, sending.save, entry.empty ? refused : { type: 'asked' })
  const isNamed = failures.some(({ current }) => current)
  const isNews = merged.base.version !== entry.base.version || entry.empty !== undefined
  // Without anything that is read of it, the same would be sent again.
  const isExplained = isNews || (isNamed && merged.isHeard)
  if (!isExplained) return fail(merged, sending.save, refused)
  return attempt(record, merged, sending.save, sending.tries, newKey)
}

/** The version in a mutation's answer, whose only field is the record. Undefined for records without versions. */
function versionIn(data: unknown): number | undefined {
  const [record]: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : []
  const version: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'version') : undefined
  return typeof version === 'number' ? version : undefined
}
