import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { draftsOf, keysOf } from '../../browser/forgetting.ts'
import { readStored, writeStored } from '../../browser/preferences.ts'
import { type DraftState, isChanged, openDraft, restoreDraft, type Stored, typedFields } from './draft-machine.ts'

const storage = () => sessionStorage
const listeners = new Set<() => void>()

export function draftKey(sub: string, record: string): string {
  return draftsOf(sub) + record
}

/** Restores an earlier visit's draft under the key, merged with the stored state. */
export function readDraft(key: string, stored: Stored): DraftState {
  const text = readStored(storage, key)
  const kept = text === null ? undefined : parseDraft(text)
  return kept ? restoreDraft(kept, stored) : openDraft(stored)
}

/** Stores a draft while it contains unsaved changes. */
export function keepDraft(key: string, state: DraftState): void {
  const isKept = isChanged(state) || state.kind === 'removed'
  write(key, isKept ? draftText(state) : null)
}

/** Forgets a draft that no editor shows. */
export function discardStored(key: string): void {
  write(key, null)
}

function write(key: string, text: string | null) {
  const isNews = (readStored(storage, key) === null) !== (text === null)
  writeStored(storage, key, text)
  if (isNews) for (const listener of listeners) listener()
}

/** The values that were typed under the key and not saved, if no editor can show them. */
export function storedFields(key: string): { key: string; value: string }[] {
  const text = readStored(storage, key)
  const kept = text === null ? undefined : parseDraft(text)
  return kept ? typedFields(kept) : []
}

/** The records of which the person has unsaved text in this window, whether or not an editor shows it. */
export function storedRecords(sub: string): string[] {
  const prefix = draftsOf(sub)
  return keysOf(storage)
    .filter((key) => key.startsWith(prefix) && storedFields(key).length > 0)
    .map((key) => key.slice(prefix.length))
    .sort()
}

/** Reports when a draft begins or ends, not each letter that is typed in it. */
export function onStoredDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function draftText({ base, mine, asked }: DraftState): string {
  return JSON.stringify({ base, mine, asked })
}

/** Undefined for anything that is not a valid draft. */
export function parseDraft(text: string): Pick<DraftState, 'base' | 'mine' | 'asked'> | undefined {
  try {
    const { base, mine, asked }: { base?: unknown; mine?: unknown; asked?: unknown } = JSON.parse(text)
    return isStored(base) && isFields(mine) && isAsked(asked) ? { base, mine, asked } : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isFields(value: unknown): value is Fields {
  return isObject(value) && Object.values(value).every((field) => typeof field === 'string')
}

function isStored(value: unknown): value is Stored {
  return isObject(value) && (value.version === null || typeof value.version === 'number') && isFields(value.fields)
}

function isAsked(value: unknown): value is DraftState['asked'] {
  return (
    isObject(value) &&
    Object.values(value).every(
      (one) => isObject(one) && typeof one.base === 'string' && typeof one.version === 'number',
    )
  )
}
