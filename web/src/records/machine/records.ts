import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import {
  type Author,
  type Draft,
  type Entry,
  isChanged,
  openEntry,
  restoreEntry,
  type Save,
  type Stored,
} from './entry.ts'
import { hear, resolve, typeInto } from './merging.ts'
import { type Change, learn, type RecordsCommand, type SaveEvent, settle, stepSave, waitingSaves } from './saving.ts'

/** The working copies of one person, by the name of their record ('form/SUBJECTID/FORMTYPEID'). */
export type RecordsState = {
  /** Undefined while nobody is signed in: nothing is kept then. */
  readonly sub: string | undefined
  readonly entries: ReadonlyMap<string, Entry>
  /** Makes idempotency keys, together with the number of writes. */
  readonly seed: string
  readonly writes: number
}

export type RecordsEvent =
  /** Somebody signed in, or signed out (undefined). */
  | { readonly type: 'personChanged'; readonly sub: string | undefined }
  /** What this person typed in earlier visits. */
  | { readonly type: 'loaded'; readonly sub: string; readonly drafts: ReadonlyMap<string, Draft> }
  /** A screen shows the record. `stored`: its present state, or undefined if that is not known yet. */
  | ({
      readonly type: 'shown'
      readonly stored: Stored | undefined
      /** The initial contents while nothing is known. */
      readonly blank: Stored
    } & OfRecord &
      Pick<Entry, 'lane' | 'hasAuthors' | 'isArrangement'> & { readonly onlyAdds?: boolean })
  | ({ readonly type: 'hidden' } & OfRecord)
  /** An editor of a record that is shown opens or closes. */
  | ({ readonly type: 'edited'; readonly isOpen: boolean } & OfRecord)
  /** The record was read. */
  | ({ readonly type: 'heard'; readonly stored: Stored } & OfRecord)
  | ({ readonly type: 'typed'; readonly fields: Fields } & OfRecord)
  /** The focus left fields, whose mistakes may be shown now. `isAsked`: a save was asked for, which shows all of them. */
  | ({ readonly type: 'checked'; readonly keys: readonly string[]; readonly isAsked?: boolean } & OfRecord)
  | ({ readonly type: 'resolved'; readonly key: string; readonly choice: 'mine' | 'theirs' } & OfRecord)
  /** What was typed is thrown away. `stored`: the record's present state, undefined if no screen shows it. */
  | ({ readonly type: 'discarded'; readonly stored: Stored | undefined } & OfRecord)
  | SaveEvent
  /** `version`: undefined for who removed the record. */
  | ({ readonly type: 'authorFound'; readonly version: number | undefined; readonly author: Author } & OfRecord)
  /** The connection is back: what only its loss explained is explained no more. */
  | { readonly type: 'lineReturned' }

type OfRecord = { readonly record: string }

type Result = readonly [RecordsState, readonly RecordsCommand[]]
export function initialRecords(seed: string): RecordsState {
  return { sub: undefined, entries: new Map(), seed, writes: 0 }
}

export function stepRecords(state: RecordsState, event: RecordsEvent): Result {
  switch (event.type) {
    case 'personChanged':
      return changePerson(state, event.sub)
    case 'loaded':
      return load(state, event)
    case 'lineReturned':
      return [
        { ...state, entries: new Map([...state.entries].map(([record, entry]) => [record, forgetLine(entry)])) },
        [],
      ]
    case 'shown':
      return change(state, event.record, show(state.entries.get(event.record), event))
    default: {
      const entry = state.entries.get(event.record)
      if (!entry) {
        return event.type === 'saved' ? [state, [drop(event.save)]] : [state, []]
      }
      return change(state, event.record, stepEntry(state, entry, event))
    }
  }
}

/** Puts one changed entry in place: stores what must survive, and asks who made the changes that it now asks about. */
function change(state: RecordsState, record: string, [entry, commands]: Change): Result {
  const before = state.entries.get(record)
  const entries = new Map(state.entries)
  const isWanted = entry && (isChanged(entry) || entry.sending || entry.shown > 0)
  if (isWanted) entries.set(record, entry)
  else entries.delete(record)
  const calls = commands.filter(({ type }) => type === 'call').length
  return [
    { ...state, entries, writes: state.writes + calls },
    [...keep(state.sub, record, before, entry), ...askWho(record, before, entry), ...commands],
  ]
}

const kept = ['base', 'mine', 'asked', 'unsettled', 'added'] as const

/** What survives the page: nothing without a change. A write on its way may be executed without this page being told. */
function draftOf(entry: Entry): Draft | undefined {
  if (!isChanged(entry)) return undefined
  const { base, mine, asked, unsettled = entry.sending?.write, added } = entry
  return { base, mine, asked, unsettled, added }
}

function keep(
  sub: string | undefined,
  record: string,
  before: Entry | undefined,
  after: Entry | undefined,
): RecordsCommand[] {
  if (sub === undefined) return []
  const was = before && draftOf(before)
  const draft = after && draftOf(after)
  const isSame = kept.every((part) => was?.[part] === draft?.[part])
  return isSame ? [] : [{ type: 'keep', sub, record, draft }]
}

function askWho(record: string, before: Entry | undefined, after: Entry | undefined): RecordsCommand[] {
  if (!after) return []
  // Who removed it is asked for everywhere; where nobody can tell, nothing comes of it.
  const removal: RecordsCommand[] =
    after.empty && !before?.empty ? [{ type: 'findAuthor', record, version: undefined }] : []
  if (!after.hasAuthors) return removal
  const known = new Set(Object.values(before?.asked ?? {}).map(({ version }) => version))
  const unknown = new Set(
    Object.values(after.asked).flatMap(({ version }) =>
      known.has(version) || after.authors.has(version) ? [] : [version],
    ),
  )
  return [...[...unknown].map((version) => ({ type: 'findAuthor', record, version }) as const), ...removal]
}

function changePerson(state: RecordsState, sub: string | undefined): Result {
  if (sub === state.sub) return [state, []]
  const dropped = [...state.entries.values()].flatMap(waitingSaves).map(drop)
  // A screen that is still drawn keeps its entry, without anything of the person.
  return [
    { ...state, sub, entries: new Map() },
    [...dropped, ...(sub === undefined ? [] : [{ type: 'load', sub } as const])],
  ]
}

/** What is typed meanwhile is newer than what was stored. */
function load(state: RecordsState, { sub, drafts }: RecordsEvent & { type: 'loaded' }): Result {
  if (sub !== state.sub) return [state, []]
  let next: Result = [state, []]
  for (const [record, draft] of drafts) {
    const present = next[0].entries.get(record)
    if (present && (isChanged(present) || present.sending)) continue
    const restored = present ? restore(present, draft) : restoreEntry(draft)
    const [after, commands] = change(next[0], record, [restored, []])
    next = [after, [...next[1], ...commands.filter(({ type }) => type !== 'keep')]]
  }
  return next
}

function restore(present: Entry, draft: Draft): Entry {
  const restored = { ...present, ...draft, isRestored: true }
  return present.isHeard ? hear(restored, present.base) : restored
}

function show(entry: Entry | undefined, event: RecordsEvent & { type: 'shown' }): Change {
  const { stored, blank, lane, hasAuthors, isArrangement, onlyAdds = false } = event
  if (!entry) {
    const opened = openEntry(stored ?? blank, { lane, hasAuthors, isArrangement, onlyAdds })
    return [{ ...opened, isHeard: stored !== undefined, shown: 1 }, []]
  }
  const known = { ...entry, lane, hasAuthors, isArrangement, onlyAdds, shown: entry.shown + 1 }
  return [stored ? hear(known, stored) : known, []]
}

function stepEntry(
  state: RecordsState,
  entry: Entry,
  event: Exclude<RecordsEvent, { type: 'personChanged' | 'loaded' | 'lineReturned' | 'shown' }>,
): Change {
  switch (event.type) {
    case 'hidden': {
      const shown = entry.shown - 1
      // What is left behind is restored by the next screen.
      return [{ ...entry, shown, isRestored: entry.isRestored || shown === 0 }, []]
    }
    case 'edited': {
      const edited = { ...entry, edited: entry.edited + (event.isOpen ? 1 : -1) }
      // A closed editor without changes forgets a removed record.
      return [edited.edited === 0 && edited.empty && !isChanged(edited) ? hear(edited, edited.empty) : edited, []]
    }
    case 'heard':
      return [hear(entry, event.stored), []]
    case 'typed': {
      const keys = Object.keys(event.fields)
      return [forget(typeInto(entry, event.fields), keys), []]
    }
    case 'checked': {
      const isEmpty = (key: string) => (entry.mine[key] ?? '') === ''
      const keys = event.keys.filter((key) => event.isAsked || isChanged(entry) || !isEmpty(key))
      return [{ ...entry, checked: new Set([...entry.checked, ...keys]) }, []]
    }
    case 'resolved':
      return [resolve(entry, event.key, event.choice), []]
    case 'discarded':
      return discard(entry, event.stored)
    case 'saved':
    case 'accepted':
    case 'refused':
    case 'readAgain':
      return stepSave(entry, event, `${state.seed}${state.writes + 1}`)
    case 'authorFound':
      return [learn(entry, event.version, event.author), []]
  }
}

function drop({ saveid }: Save): RecordsCommand {
  return settle(saveid, { type: 'dropped' })
}

/** Typing in a field hides its mistakes, and those that concern no field. */
function forget(entry: Entry, keys: readonly string[]): Entry {
  return {
    ...entry,
    checked: new Set([...entry.checked].filter((key) => !keys.includes(key))),
    refusals: entry.refusals.filter(
      ({ field }) => field !== undefined && !keys.includes(field) && Object.hasOwn(entry.mine, field),
    ),
  }
}

function forgetLine(entry: Entry): Entry {
  const refusals = entry.refusals.filter(({ code }) => code !== 'NETWORK')
  return refusals.length === entry.refusals.length ? entry : { ...entry, refusals }
}

function discard(entry: Entry, stored: Stored | undefined): Change {
  const commands = waitingSaves(entry).map(drop)
  if (!stored) return [undefined, commands]
  const { lane, hasAuthors, isArrangement, onlyAdds, shown, edited, row, authors, savedAt, isHeard } = entry
  const opened = openEntry(stored, { lane, hasAuthors, isArrangement, onlyAdds })
  return [{ ...opened, isHeard, row: stored.row ?? row, shown, edited, authors, savedAt }, commands]
}
