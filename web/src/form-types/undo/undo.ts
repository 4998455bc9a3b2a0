import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import type { Step } from '../../machine/machine.ts'

/** The fields of a record that one act changed, before and after it. */
type Act = { before: Fields; after: Fields }
export type UndoState = { done: readonly Act[]; undone: readonly Act[] }
export type UndoEvent =
  | { type: 'changed'; from: Fields; to: Fields }
  | { type: 'undo' }
  | { type: 'redo' }
  /** What was typed is saved or thrown away. */
  | { type: 'cleared' }
/** Types these fields into the record. */
export type UndoCommand = { type: 'type'; fields: Fields }

export const nothingDone: UndoState = { done: [], undone: [] }
const mostActs = 200

/**
 * Undo and redo for what is typed into a record. An act is only what it changed itself, so that undoing it keeps what a
 * colleague changed meanwhile. Letters typed one after the other into one field are one act.
 */
export const stepUndo: Step<UndoState, UndoEvent, UndoCommand> = (state, event) => {
  const { done, undone } = state
  switch (event.type) {
    case 'changed': {
      const act = actOf(event.from, event.to)
      if (!act) return [state, []]
      const last = done.at(-1)
      const isMore = last !== undefined && undone.length === 0 && isTypedInto(last) && sameKeys(last, act)
      const acts = isMore ? [...done.slice(0, -1), { before: last.before, after: act.after }] : [...done, act]
      return [{ done: acts.slice(-mostActs), undone: [] }, [{ type: 'type', fields: act.after }]]
    }
    case 'undo': {
      const act = done.at(-1)
      if (!act) return [state, []]
      return [{ done: done.slice(0, -1), undone: [...undone, act] }, [{ type: 'type', fields: act.before }]]
    }
    case 'redo': {
      const act = undone.at(-1)
      if (!act) return [state, []]
      return [{ done: [...done, act], undone: undone.slice(0, -1) }, [{ type: 'type', fields: act.after }]]
    }
    case 'cleared':
      return [nothingDone, []]
  }
}

function actOf(from: Fields, to: Fields): Act | undefined {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  const changed = keys.filter((key) => (from[key] ?? '') !== (to[key] ?? ''))
  if (changed.length === 0) return undefined
  const only = (fields: Fields) => Object.fromEntries(changed.map((key) => [key, fields[key] ?? '']))
  return { before: only(from), after: only(to) }
}

/** Whether an act is letters in a text, not a press that changes a whole field. */
function isTypedInto({ after }: Act): boolean {
  return Object.keys(after).join() === 'identifier'
}

function sameKeys(one: Act, other: Act): boolean {
  return Object.keys(one.after).join('\n') === Object.keys(other.after).join('\n')
}
