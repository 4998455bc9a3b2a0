import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { useState, useSyncExternalStore } from 'react'
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
