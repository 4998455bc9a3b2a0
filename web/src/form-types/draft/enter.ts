import type { KeyboardEvent } from 'react'

/** Enter in this part of the editor does not save the form type. */
export function notSaved(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Ctrl Enter, or ⌘ Enter, saves the form type from anywhere in its editor. */
export function isSavingKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey)
}
