import { useEffect, useMemo, useRef, useState } from 'react'
import { navigation, useSearch } from '../../browser/navigation/navigation.ts'
import { paths } from '../../browser/paths.ts'
import { type ListView, readView, writeView } from './list-view.ts'

let left: { studyid: string; search: string } | undefined

/** Remembers how a study's list is filtered and sorted, for returning from a subject. */
function rememberView(studyid: string, search: string): void {
  left = { studyid, search }
}

/** The link to a study's list of subjects as it was left. */
export function subjectsAsLeft(studyid: string): string {
  return paths.subjects(studyid) + (left?.studyid === studyid ? left.search : '')
}

/** Browsers refuse an address that changes at every keystroke. */
const typingMs = 300

function change(changed: Partial<ListView>): void {
  navigation.changeSearch('replace', (search) => writeView(search, { ...readView(search), ...changed }))
}

/** The list's filter and order, stored in the address. Typing filters at once; the address follows after a pause. */
export function useListView(studyid: string) {
  const text = useSearch().toString()
  const inAddress = useMemo(() => readView(new URLSearchParams(text)), [text])
  const [typed, setTyped] = useState(inAddress.filter)
  const written = useRef(inAddress.filter)

  // The back button or a link may set another filter.
  useEffect(() => {
    if (inAddress.filter === written.current) return
    written.current = inAddress.filter
    setTyped(inAddress.filter)
  }, [inAddress.filter])

  useEffect(() => {
    if (typed === written.current) return
    const timer = setTimeout(() => {
      written.current = typed
      change({ filter: typed })
    }, typingMs)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    const view = { ...readView(new URLSearchParams(text)), filter: typed }
    const kept = writeView(new URLSearchParams(), view).toString()
    rememberView(studyid, kept && `?${kept}`)
  }, [studyid, text, typed])

  const view = useMemo(() => ({ ...inAddress, filter: typed }), [inAddress, typed])
  return { view, change, setFilter: setTyped }
}
