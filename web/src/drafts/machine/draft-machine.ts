import { differing, type Fields, fieldValue, merge } from '@casebook/domain/shared/merge/merge.ts'

/**
 * The server's state of a record. `version` is null if it does not exist: `fields` are then the initial contents of an
 * empty editor.
 */
export type Stored = { version: number | null; fields: Fields }

/** By field: the common base, and the version in which the colleague's value appeared. */
export type Asked = Readonly<Record<string, { base: string; version: number }>>

type Typed = {
  /** The newest version merged into `mine`. */
  base: Stored
  /** The contents of the editor. */
  mine: Fields
  /** Fields that both changed and that are not resolved yet. They show mine. */
  asked: Asked
}

export type DraftState =
  | (Typed & { kind: 'editing' })
  /** A colleague removed the record: `base` is its last state, `empty` the initial contents of a new one. */
  | (Typed & { kind: 'removed'; empty: Stored })
  /** A save is in progress. Newer states wait in `newest` until its outcome is known. */
  | (Typed & { kind: 'saving'; sent: Fields; newest: Stored; before: 'editing' | 'removed' })

export type DraftEvent =
  | { type: 'typed'; fields: Fields }
  | { type: 'heard'; stored: Stored }
  | { type: 'answered'; key: string; choice: 'mine' | 'theirs' }
  | { type: 'sent' }
  | { type: 'accepted'; version: number }
  | { type: 'refused' }
  /** `stored`: the server's present state. */
  | { type: 'discarded'; stored: Stored }

export function openDraft(stored: Stored): DraftState {
  return { kind: 'editing', base: stored, mine: stored.fields, asked: {} }
}

/** A draft of an earlier visit and the server's present state. */
export function restoreDraft(kept: Typed, stored: Stored): DraftState {
  return hear(kept, stored)
}

export function isChanged({ mine, base }: DraftState): boolean {
  return differing(mine, base.fields).length > 0
}

/** The values that differ from the stored ones, as typed. Arrangements (~) are left out. */
export function typedFields({ mine, base }: Pick<DraftState, 'mine' | 'base'>): { key: string; value: string }[] {
  return differing(mine, base.fields)
    .filter((key) => !key.startsWith('~'))
    .map((key) => ({ key, value: fieldValue(mine, key) }))
}

/** The version to save over, or null to add the record (again). */
export function versionToSaveOver(state: DraftState): number | null {
  return state.kind === 'removed' ? null : state.base.version
}

export function reduceDraft(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case 'typed':
      return type(state, { ...state.mine, ...event.fields })
    case 'heard':
      return state.kind === 'saving' ? { ...state, newest: event.stored } : hear(state, event.stored)
    case 'answered':
      return state.kind === 'saving' ? state : answer(state, event.key, event.choice)
    case 'sent':
      return send(state)
    case 'accepted':
      return state.kind === 'saving' ? accept(state, event.version) : state
    case 'refused':
      return state.kind === 'saving' ? refuse(state) : state
    case 'discarded':
      return openDraft(event.stored)
  }
}

function type(state: DraftState, mine: Fields): DraftState {
  // Typing the colleague's value resolves the conflict.
  const open = Object.entries(state.asked).filter(
    ([key]) => fieldValue(mine, key) !== fieldValue(state.base.fields, key),
  )
  return { ...state, mine, asked: Object.fromEntries(open) }
}

function answer(state: DraftState, key: string, choice: 'mine' | 'theirs'): DraftState {
  if (!Object.hasOwn(state.asked, key)) return state
  if (choice === 'theirs') return type(state, { ...state.mine, [key]: fieldValue(state.base.fields, key) })
  const open = Object.entries(state.asked).filter(([other]) => other !== key)
  return { ...state, asked: Object.fromEntries(open) }
}

function send(state: DraftState): DraftState {
  if (state.kind === 'saving') return state
  const { base, mine, asked } = state
  const isOpen = state.kind === 'editing' && Object.keys(asked).length > 0
  if (isOpen) return state
  const newest = state.kind === 'removed' ? state.empty : base
  return { kind: 'saving', base, mine, asked, sent: mine, newest, before: state.kind }
}

function accept({ sent, newest, mine, base, before }: DraftState & { kind: 'saving' }, version: number): DraftState {
  const saved: Typed = { base: { version, fields: sent }, mine, asked: {} }
  // Our own save as the server stored it, for example without outer spaces.
  if (newest.version === version) return adopt(saved, newest)
  const isNewer = newest.version === null ? base.version !== null && before === 'editing' : newest.version > version
  return isNewer ? hear(saved, newest) : { kind: 'editing', ...saved }
}

function refuse({ base, mine, asked, newest }: DraftState & { kind: 'saving' }): DraftState {
  return hear({ base, mine, asked }, newest)
}

/** Takes the stored state as the new base without conflicts: no colleague changed it. */
function adopt({ base, mine }: Typed, stored: Stored): DraftState {
  return { kind: 'editing', base: stored, mine: merge(base.fields, mine, stored.fields).merged, asked: {} }
}

function hear({ base, mine, asked }: Typed, stored: Stored): DraftState {
  const typed = { base, mine, asked }
  if (stored.version === null) {
    // The initial contents of an empty editor may change, for example with the day.
    return base.version === null ? adopt(typed, stored) : { kind: 'removed', ...typed, empty: stored }
  }
  const { fields } = stored
  const version = stored.version
  const { merged, questions } = merge(base.fields, mine, fields, (key) => key.startsWith('~'))
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
    kind: 'editing',
    base: stored,
    mine: { ...merged, ...Object.fromEntries(asking.map((field) => [field.key, field.mine])) },
    asked: Object.fromEntries(open.map(({ key, base: was }) => [key, { base: was, version: versionOf(key) }])),
  }
}
