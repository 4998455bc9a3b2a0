import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

const FieldHistory = lazy(async () => ({ default: (await import('./FieldHistory.tsx')).FieldHistory }))

/**
 * The history of the fields of a stored form, one press away at each, or by F2 in it. `open` is a stable function, and
 * undefined for a form that has no history yet.
 */
export function useFieldHistory(form: {
  subject: { studyid: string; subjectid: string }
  place: string
  fields: readonly FormTypeField[]
  isStored: boolean
  /** Types values into the form; undefined where nothing can be typed. */
  onBring: ((values: Fields) => void) | undefined
}): {
  open: ((name: string) => void) | undefined
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  dialog: ReactNode
} {
  const { subject, place, fields, isStored, onBring } = form
  const [opened, setOpened] = useState<string>()
  const open = useCallback((name: string) => setOpened(name), [])
  const field = opened === undefined ? undefined : fields.find(({ name }) => name === opened)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'F2' || event.defaultPrevented || !(event.target instanceof Element)) return
    const name = event.target.closest('[data-field]')?.getAttribute('data-field')
    if (!isStored || !name) return
    event.preventDefault()
    open(name)
  }

  return {
    open: isStored ? open : undefined,
    onKeyDown,
    dialog: field && (
      <Suspense>
        <FieldHistory
          subject={subject}
          place={place}
          field={field}
          fields={fields}
          onBring={onBring}
          onClose={() => setOpened(undefined)}
        />
      </Suspense>
    ),
  }
}
