import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import type { Added, Asked, Draft, Stored, Write } from '../../machine/entry.ts'

/** Where drafts are kept beyond the page that they were typed in. */
export type Kept = {
  /** All drafts of a person, by the name of their record. May answer later, in parts or not at all; never fails. */
  load: (sub: string, done: (drafts: ReadonlyMap<string, Draft>) => void) => void
  /** Stores a draft, or removes it. */
  keep: (sub: string, record: string, draft: Draft | undefined) => void
}

export function draftText({ base, mine, asked, unsettled, added, typedAt }: Draft): string {
  const { version, fields } = base
  return JSON.stringify({
    base: { version, fields: filledIn(fields) },
    mine: filledIn(mine),
    asked,
    unsettled,
    added,
    typedAt,
  })
}

const knownFilled = new WeakMap<Fields, Fields>()

/**
 * Without empty fields, which are the same as missing ones: a form may have 500, and each key is stored. Looked for once,
 * because what the server said stays the same while somebody types.
 */
function filledIn(fields: Fields): Fields {
  const known = knownFilled.get(fields)
  if (known) return known
  const names = Object.keys(fields).filter((name) => fields[name] !== '')
  const given = Object.fromEntries(names.map((name) => [name, fields[name] ?? '']))
  knownFilled.set(fields, given)
  return given
}

/** Undefined for anything that is not a valid draft. */
export function parseDraft(text: string): Draft | undefined {
  try {
    const { base, mine, asked, unsettled, added, typedAt }: Partial<Record<string, unknown>> = JSON.parse(text)
    if (!isStored(base) || !isFields(mine) || !isAsked(asked)) return undefined
    return {
      base,
      mine,
      asked,
      ...(isWrite(unsettled) && { unsettled }),
      ...(isAdded(added) && { added }),
      ...(isText(typedAt) && { typedAt }),
    }
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isFields(value: unknown): value is Fields {
  return isObject(value) && Object.values(value).every(isText)
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

function isWrite(value: unknown): value is Write {
  if (!isObject(value) || !isObject(value.planned) || !isObject(value.planned.mutation)) return false
  const { query, variables } = value.planned.mutation
  return [value.key, value.act, query].every(isText) && isObject(variables) && isFields(value.sent)
}

function isAdded(value: unknown): value is Added {
  return isObject(value) && typeof value.version === 'number'
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
