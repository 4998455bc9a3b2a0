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
const openCopy = (id: string) => open('new', id)
const openEdit = (id: string) => open('edit', id)
const close = () => open(undefined)

/**
 * The panel that is open beside a list, stored in the address for reloads and the back button: `?new` while adding,
 * `?new=ID` while adding a copy of one, `?edit=ID` while editing.
 */
export function usePanel() {
  const search = useSearch()
  const copied = search.get('new')
  return {
    isNew: copied !== null,
    copiedid: copied || undefined,
    editid: search.get('edit') ?? undefined,
    openNew,
    openCopy,
    openEdit,
    close,
  }
}
