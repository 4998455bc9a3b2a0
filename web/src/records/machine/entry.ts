import { differing, type Fields, fieldValue, merge } from '@casebook/domain/shared/merge/merge.ts'
import type { Failure } from '../../calls/failures.ts'
import type { Mutation } from '../../calls/outbox/outbox.ts'

/**
 * The server's state of a record. `version` is null if it does not exist: `fields` are then the initial contents of an
 * empty editor. `row` is whatever else its screens show of it.
 */
export type Stored<Row = unknown> = { readonly version: number | null; readonly fields: Fields; readonly row?: Row }

/** By field: the common base, and the version in which the colleague's value appeared. */
export type Asked = Readonly<Record<string, { base: string; version: number }>>

/** Who wrote a version or removed the record, and when (an Instant). */
export type Author = { by: string; at: string }

/** What a person has typed into a record: what is stored, so that it survives the screen. */
export type Draft = {
  /** What the server said last, as merged into `mine`. */
  readonly base: Stored
  /** The contents of the editor. */
  readonly mine: Fields
  /** Fields that both changed and that are not resolved yet. They show mine. */
  readonly asked: Asked
}

/**
 * What a save sends. `restores`: it only puts a removed record back, over which the fields are saved afterwards.
 */
export type Planned<Data = unknown> = { readonly mutation: Mutation<Data>; readonly restores?: boolean }

/**
 * What to send to save these fields: over a version, or null to add the record (again). `row` is what was read last.
 * Returns an Error, such as a rule's problem, if they cannot be saved.
 */
export type Plan<Row = unknown, Data = unknown> = (
  fields: Fields,
  over: number | null,
  known: { row: Row | undefined; base: Fields },
) => Planned<Data> | Error

/** What the server answered to a write. What is shown is then read again, before the answer takes effect. */
type Answer =
  | { readonly isAccepted: true; readonly data: unknown; readonly at: Date }
  | { readonly isAccepted: false; readonly failures: readonly Failure[] }

/** A save on its way. */
export type Sending = {
  readonly saveid: number
  readonly plan: Plan
  readonly tries: number
  readonly key: string
  readonly planned: Planned
  readonly sent: Fields
  /** It was sent before, and nobody knows what became of it. */
  readonly isAgain: boolean
  readonly answer: Answer | undefined
}

/** One record that somebody looks at or types into. */
export type Entry = Draft & {
  /** Its writes are sent in order with those of the same lane. */
  readonly lane: string
  /** What was read of it last, while it existed. */
  readonly row: unknown
  /** A colleague removed it: the initial contents of a new one. */
  readonly empty: Stored | undefined
  /** What the server said since, and what is not merged yet: a save is on its way, or its author is not known yet. */
  readonly newest: Stored | undefined
  readonly sending: Sending | undefined
  /** A save of which nobody knows whether the server executed it. It is sent again before anything else. */
  readonly unsettled: Pick<Sending, 'key' | 'planned' | 'sent'> | undefined
  /** By version. */
  readonly authors: ReadonlyMap<number, Author>
  readonly removedBy: Author | undefined
  /** Why the last save was refused, without those whose field was typed in since. */
  readonly refusals: readonly Failure[]
  /** How many saves failed. */
  readonly failed: number
  readonly savedAt: Date | null
  /** The fields whose mistakes are shown, because the focus left them or a save was tried. */
  readonly checked: ReadonlySet<string>
  /** The server's present state was read. If not, `base` is an assumption or an earlier visit's. */
  readonly isHeard: boolean
  /** What was typed was restored from an earlier visit. */
  readonly isRestored: boolean
  /** How many screens show the record, and how many editors of it are open. */
  readonly shown: number
  readonly edited: number
  /** Whether its authors can be asked for. If not, a conflict is shown once a refused save has named the author. */
  readonly hasAuthors: boolean
  readonly isArrangement: (key: string) => boolean
}

const isNever = () => false

export function openEntry(stored: Stored, opening: Partial<Entry> = {}): Entry {
  return {
    base: stored,
    mine: stored.fields,
    asked: {},
    lane: '',
    row: stored.row,
    empty: undefined,
    newest: undefined,
    sending: undefined,
    unsettled: undefined,
    authors: new Map(),
    removedBy: undefined,
    refusals: [],
    failed: 0,
    savedAt: null,
    checked: new Set(),
    isHeard: false,
    isRestored: false,
    shown: 0,
    edited: 0,
    hasAuthors: false,
    isArrangement: isNever,
    ...opening,
  }
}

/** Whether it has text that is not saved, and that must survive its screen. */
export function isChanged({ mine, base }: Pick<Draft, 'mine' | 'base'>): boolean {
  return differing(mine, base.fields).length > 0
}

/** The values that differ from the stored ones, as typed, without arrangements. */
export function typedFields(
  { mine, base }: Pick<Draft, 'mine' | 'base'>,
  isArrangement: (key: string) => boolean = isNever,
): { key: string; value: string }[] {
  return differing(mine, base.fields)
    .filter((key) => !isArrangement(key))
    .map((key) => ({ key, value: fieldValue(mine, key) }))
}

export function hasQuestions({ asked }: Entry): boolean {
  return Object.keys(asked).length > 0
}

/** The version to save over, or null to add the record (again). */
export function versionToSaveOver({ base, empty }: Entry): number | null {
  return empty ? null : base.version
}

export function typeInto(entry: Entry, fields: Fields): Entry {
  const mine = { ...entry.mine, ...fields }
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
  const stored = { version: version ?? entry.base.version, fields: sending.sent }
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
  }
  const { newest } = entry
  if (!newest) return saved
  // Our own save as the server stored it, for example without outer spaces.
  if (newest.version === stored.version) return { ...saved, row: newest.row ?? saved.row, ...takeOver(saved, newest) }
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

/** A draft of an earlier visit, before the server's present state is known. */
export function restoreEntry(draft: Draft): Entry {
  return { ...openEntry(draft.base), ...draft, isRestored: true }
}
