import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import type { Asked, Draft, Stored } from '../machine/entry.ts'

/** Where drafts are kept beyond the page that they were typed in. */
export type Kept = {
  /** All drafts of a person, by the name of their record. May answer later; never fails. */
  load: (sub: string, done: (drafts: ReadonlyMap<string, Draft>) => void) => void
  /** Stores a draft, or removes it. */
  keep: (sub: string, record: string, draft: Draft | undefined) => void
}

export function draftText({ base, mine, asked }: Draft): string {
  return JSON.stringify({ base: { version: base.version, fields: base.fields }, mine, asked })
}

/** Undefined for anything that is not a valid draft. */
export function parseDraft(text: string): Draft | undefined {
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

function isAsked(value: unknown): value is Asked {
  return (
    isObject(value) &&
    Object.values(value).every(
      (one) => isObject(one) && typeof one.base === 'string' && typeof one.version === 'number',
    )
  )
}
