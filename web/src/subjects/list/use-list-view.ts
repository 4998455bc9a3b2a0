import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { rememberView } from './left-view.ts'
import { type ListView, readView, writeView } from './list-view.ts'

/** Browsers refuse an address that changes at every keystroke. */
const typingMs = 300

/** The list's filter and order, stored in the address. Typing filters at once; the address follows after a pause. */
export function useListView(studyid: string) {
  const [search, setSearch] = useSearchParams()
  const text = search.toString()
  const inAddress = useMemo(() => readView(new URLSearchParams(text)), [text])
  const [typed, setTyped] = useState(inAddress.filter)
  const written = useRef(inAddress.filter)

  // A second change may follow before the address contains the first.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = new URLSearchParams(text)
  }, [text])
  const change = useCallback(
    (changed: Partial<ListView>) => {
      latest.current = writeView(latest.current, { ...readView(latest.current), ...changed })
      setSearch(latest.current, { replace: true })
    },
    [setSearch],
  )

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
  }, [typed, change])

  useEffect(() => {
    const view = { ...readView(new URLSearchParams(text)), filter: typed }
    const kept = writeView(new URLSearchParams(), view).toString()
    rememberView(studyid, kept && `?${kept}`)
  }, [studyid, text, typed])

  const view = useMemo(() => ({ ...inAddress, filter: typed }), [inAddress, typed])
  return { view, change, setFilter: setTyped }
}
