import type { KeyboardEvent } from 'react'

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
