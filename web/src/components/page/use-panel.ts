import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The panel that is open beside a list, stored in the address for reloads and the back button: `?new` while adding,
 * `?edit=ID` while editing.
 */
export function usePanel() {
  const [search, setSearch] = useSearchParams()
  const open = useCallback(
    (name: 'new' | 'edit' | undefined, id = '') => {
      setSearch((before) => {
        before.delete('new')
        before.delete('edit')
        if (name !== undefined) before.set(name, id)
        return before
      })
    },
    [setSearch],
  )
  const openNew = useCallback(() => open('new'), [open])
  const openEdit = useCallback((id: string) => open('edit', id), [open])
  const close = useCallback(() => open(undefined), [open])
  return { isNew: search.has('new'), editid: search.get('edit') ?? undefined, openNew, openEdit, close }
}
