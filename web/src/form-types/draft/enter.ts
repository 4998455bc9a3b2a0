import type { KeyboardEvent } from 'react'

/** Enter in this part of the editor does not save the form type. */
export function notSaved(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
