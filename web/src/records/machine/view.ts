import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { type Failure, failuresOf } from '../../calls/failures.ts'
import { type Asked, type Entry, isChanged } from './entry.ts'
import { waitingSaves } from './saving.ts'

/** What screens show of an entry. */
export type View = {
  /** The contents of its editor. */
  readonly fields: Fields
  readonly asked: Asked
  /** It has unsaved changes. */
  readonly isChanged: boolean
  /** They were restored from an earlier visit. */
  readonly isRestored: boolean
  /** A colleague removed it. */
  readonly isRemoved: boolean
  /** A save is on its way. */
  readonly isBusy: boolean
}

export function viewOf(entry: Entry): View {
  const isUnsaved = isChanged(entry)
  return {
    fields: entry.mine,
    asked: entry.asked,
    isChanged: isUnsaved,
    isRestored: entry.isRestored && isUnsaved,
    isRemoved: entry.empty !== undefined,
    isBusy: entry.sending !== undefined,
  }
}

/** What only the store asks of an entry. */
type Unseen = 'lane' | 'shown' | 'edited' | 'hasAuthors' | 'isArrangement' | 'onlyAdds'

const seen: Readonly<Record<Exclude<keyof Entry, Unseen>, true>> = {
  mine: true,
  base: true,
  asked: true,
  unsettled: true,
  added: true,
  typedAt: true,
  row: true,
  empty: true,
  newest: true,
  sending: true,
  next: true,
  authors: true,
  removedBy: true,
  refusals: true,
  failed: true,
  savedAt: true,
  checked: true,
  isHeard: true,
  isRestored: true,
}
const seenParts = Object.keys(seen) as (keyof typeof seen)[]

/**
 * An entry as screens need it: the same one until something changes that they show. A form that opens is not drawn a
 * second time because the store knows that it is open.
 */
export function seenEntry(first: Entry): (now: Entry) => Entry {
  let last = first
  return (now) => {
    if (now !== last && !seenParts.every((part) => last[part] === now[part])) last = now
    return last
  }
}

/** Whether a save of this act is on its way, or follows one that is. */
export function isSaving(entry: Entry, act: string): boolean {
  return waitingSaves(entry).some((save) => save.act === act)
}

/** A rule's problem with one of the fields. */
export type Why = (key: string, fields: Fields) => Error | undefined

/** Why a field is refused, or a reason: by the server, or by a rule once the focus has left the field. */
export function refusalOf(entry: Entry, key: string, why: Why | undefined): Failure | undefined {
  const refusal = entry.refusals.find((failure) => isAbout(failure, key))
  if (refusal) return refusal
  const problem = entry.checked.has(key) ? why?.(key, entry.mine) : undefined
  return problem && failuresOf(problem)[0]
}

/** The fields, or reasons, that `refusalOf` may find refused. Of a form of 500 fields, few are. */
export function askedAbout({ checked, refusals }: Entry): ReadonlySet<string> {
  if (refusals.length === 0) return checked
  return new Set([...checked, ...refusals.flatMap(({ field, reason }) => [field ?? '', reason ?? ''])])
}

/** The refusals that concern none of these fields. */
export function refusalsBeside(entry: Entry, names: readonly string[]): readonly Failure[] {
  return entry.refusals.filter((failure) => !names.some((name) => isAbout(failure, name)))
}

function isAbout(failure: Failure, key: string): boolean {
  return failure.field === key || failure.reason === key
}
