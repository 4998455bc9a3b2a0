import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { useCallback, useRef, useState } from 'react'

/** Who chose the settings by which a file is read: nobody (as stored, or recognised), this page, or a colleague. */
type Chosen = { readonly layout: Layout | null; readonly by: 'file' | 'person' | 'memory' | 'colleague' }

/** Settings as a text, whatever their order. */
function textOf(layout: Layout | null): string {
  return JSON.stringify(layout && Object.entries(layout).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export function isSameLayout(one: Layout | null, other: Layout | null): boolean {
  return textOf(one) === textOf(other)
}

/**
 * The settings by which a file is read: as they are stored, until somebody sets them here. What a colleague stores
 * meanwhile is followed: an open page would store its own again, and undo that. `stored`: undefined before the file was
 * described.
 */
export function useLayout(stored: { readonly layout?: Layout | null } | undefined) {
  const storedLayout = stored && (stored.layout ?? null)
  const [chosen, setChosen] = useState<Chosen>({ layout: storedLayout ?? null, by: 'file' })
  // A file that was described before is read the same way, until someone changes its settings.
  const [isSet, setIsSet] = useState(stored !== undefined)
  const now = storedLayout === undefined ? undefined : textOf(storedLayout)
  const [seen, setSeen] = useState(now)
  /** What this page stored, and does not know to be stored yet. */
  const sent = useRef<readonly string[]>([])
  if (now !== seen) {
    setSeen(now)
    const place = now === undefined ? -1 : sent.current.indexOf(now)
    sent.current = sent.current.slice(place + 1)
    if (storedLayout !== undefined && place < 0 && !isSameLayout(storedLayout, chosen.layout)) {
      setChosen({ layout: storedLayout, by: 'colleague' })
      setIsSet(true)
    }
  }
  const set = useCallback((layout: Layout | null, by: 'person' | 'memory') => {
    setChosen({ layout, by })
    setIsSet(true)
  }, [])
  const onSent = useCallback((layout: Layout | null) => {
    sent.current = [...sent.current, textOf(layout)]
  }, [])
  return { ...chosen, isSet, set, onSent }
}
