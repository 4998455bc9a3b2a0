import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import type { Step } from '../../machine/machine.ts'

/** The fields of a record that one act changed, before and after it. `into`: the text that it is letters of. */
type Act = { before: Fields; after: Fields; into?: string | undefined }
export type UndoState = { done: readonly Act[]; undone: readonly Act[] }
export type UndoEvent =
  /** `into`: a name for the text that is typed letter by letter; undefined for a press. */
  | { type: 'changed'; from: Fields; to: Fields; into?: string | undefined }
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
 * colleague changed meanwhile. Letters typed one after the other into one text are one act.
 */
export const stepUndo: Step<UndoState, UndoEvent, UndoCommand> = (state, event) => {
  const { done, undone } = state
  switch (event.type) {
    case 'changed': {
      const { into } = event
      const act = actOf(event.from, event.to)
      if (!act) return [state, []]
      const last = done.at(-1)
      const isMore =
        into !== undefined && last?.into === into && undone.length === 0 && keysOf(last).join() === keysOf(act).join()
      const acts = isMore ? [...done.slice(0, -1), { ...last, after: act.after }] : [...done, { ...act, into }]
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

function keysOf({ after }: Act): string[] {
  return Object.keys(after)
}
