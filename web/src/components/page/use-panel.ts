import { navigation, useSearch } from '../../browser/navigation/navigation.ts'

function open(name: 'new' | 'edit' | undefined, id = ''): void {
  navigation.changeSearch('push', (search) => {
    search.delete('new')
    search.delete('edit')
    if (name !== undefined) search.set(name, id)
    return search
  })
}

const openNew = () => open('new')
const openEdit = (id: string) => open('edit', id)
const close = () => open(undefined)

/**
 * The panel that is open beside a list, stored in the address for reloads and the back button: `?new` while adding,
 * `?edit=ID` while editing.
 */
export function usePanel() {
  const search = useSearch()
  return { isNew: search.has('new'), editid: search.get('edit') ?? undefined, openNew, openEdit, close }
}
