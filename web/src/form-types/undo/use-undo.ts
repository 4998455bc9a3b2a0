import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { startMachine } from '../../machine/machine.ts'
import { nothingDone, stepUndo } from './undo.ts'

/** Undo and redo for an editor's record. Whatever may be undone is typed with `change`. */
export function useUndo({ fields, type }: { fields: Fields; type: (fields: Fields) => void }) {
  const [machine] = useState(() => startMachine(stepUndo, nothingDone, (command) => type(command.fields)))
  const { done, undone } = useSyncExternalStore(machine.onChange, machine.current)
  return {
    /** `into`: a name for the text that is typed letter by letter. */
    change: (to: Fields, into?: string) => machine.dispatch({ type: 'changed', from: fields, to, into }),
    undo: () => machine.dispatch({ type: 'undo' }),
    redo: () => machine.dispatch({ type: 'redo' }),
    clear: () => machine.dispatch({ type: 'cleared' }),
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
  }
}

export type Undo = ReturnType<typeof useUndo>

/** Ctrl Z (⌘ Z) undoes and with Shift redoes, except in a text, which has an undo of its own. */
export function undoByKey(event: KeyboardEvent, { undo, redo }: { undo: () => void; redo: () => void }): void {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isText(event.target)) return
  event.preventDefault()
  if (event.shiftKey) redo()
  else undo()
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
}
