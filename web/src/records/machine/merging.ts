import { type Fields, fieldValue, merge, typedOver } from '@casebook/domain/shared/merge/merge.ts'
import { type Draft, type Entry, isChanged, type Sending, type Stored } from './entry.ts'

export function typeInto(entry: Entry, fields: Fields): Entry {
  const mine = typedOver(entry.mine, fields)
  // Typing the colleague's value resolves the conflict.
  const open = Object.entries(entry.asked).filter(
    ([key]) => fieldValue(mine, key) !== fieldValue(entry.base.fields, key),
  )
  return { ...entry, mine, asked: Object.fromEntries(open) }
}

export function resolve(entry: Entry, key: string, choice: 'mine' | 'theirs'): Entry {
  if (entry.sending || !Object.hasOwn(entry.asked, key)) return entry
  if (choice === 'theirs') return typeInto(entry, { [key]: fieldValue(entry.base.fields, key) })
  const open = Object.entries(entry.asked).filter(([other]) => other !== key)
  return { ...entry, asked: Object.fromEntries(open) }
}

/** The server's present state was read: it waits while a save is on its way, and is merged otherwise. */
export function hear(entry: Entry, stored: Stored): Entry {
  if (entry.sending) return { ...entry, newest: stored, isHeard: true }
  // Several parts of a screen tell the same of it: what was merged is not merged again, so that nothing is drawn anew.
  if (stored === entry.base && !entry.empty && !entry.newest) return { ...entry, isHeard: true }
  const merged = absorb(entry, stored)
  const isUnnamed = (version: number) => !merged.authors.has(version)
  if (!entry.hasAuthors && Object.values(merged.asked).some(({ version }) => isUnnamed(version))) {
    return { ...entry, newest: stored, isHeard: true }
  }
  return merged
}

/** Merges a state of the server into the editor. */
function absorb(entry: Entry, stored: Stored): Entry {
  const { base, mine, asked } = entry
  const heard = { ...entry, isHeard: true, newest: undefined, row: stored.row ?? entry.row }
  if (stored.version === null) {
    // What it added is another record, which is corrected by what was typed since.
    if (entry.onlyAdds && entry.added) return heard
    // The initial contents of an empty editor may change, for example with the day.
    if (base.version === null) return { ...heard, ...takeOver(entry, stored) }
    // An editor that nobody sees and that contains no typed text forgets the removed record.
    const removed: Entry = { ...heard, empty: stored }
    return entry.edited === 0 && !isChanged(entry)
      ? { ...removed, ...takeOver(entry, stored), empty: undefined }
      : removed
  }
  const { fields, version } = stored
  const { merged, questions } = merge(base.fields, mine, fields, entry.isArrangement)
  // Fields already in conflict stay as typed, even if that equals the base.
  const asking = Object.entries(asked).map(([key, { base: was }]) => ({ key, base: was, mine: fieldValue(mine, key) }))
  const open = [...questions.filter(({ key }) => !Object.hasOwn(asked, key)), ...asking.filter(isOpen)]

  function isOpen(field: { key: string; base: string; mine: string }): boolean {
    const theirs = fieldValue(fields, field.key)
    return theirs !== field.mine && theirs !== field.base
  }

  function versionOf(key: string): number {
    const isNews = fieldValue(fields, key) !== fieldValue(base.fields, key)
    return isNews ? version : (asked[key]?.version ?? version)
  }

  return {
    ...heard,
    empty: undefined,
    removedBy: undefined,
    base: stored,
    mine: { ...merged, ...Object.fromEntries(asking.map((field) => [field.key, field.mine])) },
    asked: Object.fromEntries(open.map(({ key, base: was }) => [key, { base: was, version: versionOf(key) }])),
  }
}

/** Takes the stored state as the new base without conflicts: no colleague changed it. */
function takeOver({ base, mine }: Draft, stored: Stored): Draft {
  return { base: stored, mine: merge(base.fields, mine, stored.fields).merged, asked: {} }
}

/** A save begins: until its outcome is known, what the server says waits. */
export function send(entry: Entry, sending: Sending): Entry {
  return { ...entry, sending, newest: entry.newest ?? entry.empty, unsettled: undefined }
}

/** The server executed the save. `version` is undefined for a record without versions. */
export function accept(entry: Entry, sending: Sending, version: number | undefined): Entry {
  const stored = { version: version ?? entry.base.version, fields: sending.write.sent }
  // An earlier save that was read, and perhaps changed by others, before its answer came.
  if (sending.isAgain && (entry.base.version ?? 0) > (version ?? 0)) return refuse(entry)
  const saved: Entry = {
    ...entry,
    sending: undefined,
    newest: undefined,
    empty: undefined,
    removedBy: undefined,
    base: stored,
    asked: {},
    row: entry.newest?.row ?? entry.row,
  }
  const { newest } = entry
  if (!newest) return saved
  // Our own save as the server stored it, for example without outer spaces.
  if (newest.version === stored.version) return { ...saved, ...takeOver(saved, newest) }
  const isNewer =
    newest.version === null
      ? entry.base.version !== null && entry.empty === undefined
      : newest.version > (stored.version ?? 0)
  return isNewer ? absorb(saved, newest) : saved
}

/** The save was refused, or its outcome is not known: what the server said meanwhile is merged. */
export function refuse(entry: Entry): Entry {
  const idle = { ...entry, sending: undefined }
  return entry.newest ? absorb(idle, entry.newest) : idle
}
