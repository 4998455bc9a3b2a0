import { differing, type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
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
  /** A save of which nobody knows whether the server executed it. It is sent again before anything else. */
  readonly unsettled?: Write | undefined
  /** What a save whose answer was lost has added, once that is known: what is typed now corrects that. */
  readonly added?: Added | undefined
  /** When it was kept, as an Instant: where it was restored from an earlier visit. */
  readonly typedAt?: string | undefined
}

/** A record that an earlier save of its editor added, and the version that this save wrote. */
export type Added<Data = unknown> = { readonly data: Data; readonly version: number }

/**
 * What a save sends. `restores`: it only puts a removed record back, over which the fields are saved afterwards.
 * `takesBack`: it only removes what was added by a save whose answer was lost, to add it as it is typed now. `replaces`:
 * it adds in the place of that.
 */
export type Planned<Data = unknown> = {
  readonly mutation: Mutation<Data>
  readonly restores?: boolean
  readonly takesBack?: boolean
  readonly replaces?: boolean
}

/**
 * What to send to save these fields: over a version, or null to add the record (again). `row` is what was read last.
 * Returns an Error, such as a rule's problem, if they cannot be saved.
 */
export type Plan<Row = unknown, Data = unknown> = (
  fields: Fields,
  over: number | null,
  known: Known<Data, Row>,
) => Planned<Data> | Error

/** What a plan may look at beside what is typed. */
export type Known<Data = unknown, Row = unknown> = {
  row: Row | undefined
  base: Fields
  added: Added<Data> | undefined
  /** A colleague removed it while it was shown here. */
  isRemoved?: boolean
}

/** What a person asked for. `act` names what it does: 'save', or 'start' and 'stop' of a running activity. */
export type Save = { readonly saveid: number; readonly act: string; readonly plan: Plan }

/** A write as it is sent, under its idempotency key. */
export type Write = {
  readonly key: string
  readonly act: string
  readonly planned: Planned
  readonly sent: Fields
}

/** What the server answered to a write. What is shown is then read again, before the answer takes effect. */
type Answer =
  | { readonly isAccepted: true; readonly data: unknown; readonly at: Date }
  | { readonly isAccepted: false; readonly failures: readonly Failure[] }

/** A save on its way. */
export type Sending = {
  readonly save: Save
  readonly write: Write
  readonly tries: number
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
  /** What follows it: a save of another act that was asked for meanwhile. */
  readonly next: Save | undefined
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
  /** What it adds is another record: no read ever shows this one stored. */
  readonly onlyAdds: boolean
}

const isNever = () => false

/** Of every entry that begins, so that two of the same record are seen to be alike. */
const nothing = { asked: {}, authors: new Map(), refusals: [], checked: new Set<string>() } as const

export function openEntry(stored: Stored, opening: Partial<Entry> = {}): Entry {
  return {
    base: stored,
    mine: stored.fields,
    ...nothing,
    lane: '',
    row: stored.row,
    empty: undefined,
    newest: undefined,
    sending: undefined,
    next: undefined,
    removedBy: undefined,
    failed: 0,
    savedAt: null,
    isHeard: false,
    isRestored: false,
    shown: 0,
    edited: 0,
    hasAuthors: false,
    isArrangement: isNever,
    onlyAdds: false,
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

/** A draft of an earlier visit, before the server's present state is known. */
export function restoreEntry(draft: Draft): Entry {
  return { ...openEntry(draft.base), ...draft, isRestored: true }
}
