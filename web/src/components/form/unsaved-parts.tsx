import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type UnsavedParts = {
  /** Whether any part of the screen has unsaved changes. */
  isChanged: boolean
  report: (part: string, discard: (() => void) | undefined) => void
}

const UnsavedPartsContext = createContext<UnsavedParts | undefined>(undefined)

/**
 * For a screen with several editors: one guard for all of them. Navigation below `within` is not blocked; leaving
 * discards every part's draft.
 */
export function UnsavedPartsProvider({ within, children }: { within: string; children: ReactNode }) {
  const [parts, setParts] = useState<ReadonlyMap<string, () => void>>(new Map())
  const report = useCallback((part: string, discard: (() => void) | undefined) => {
    setParts((before) => {
      const next = new Map(before)
      if (discard) next.set(part, discard)
      else next.delete(part)
      return next
    })
  }, [])
  const value = useMemo(() => ({ isChanged: parts.size > 0, report }), [parts, report])
  return (
    <UnsavedPartsContext value={value}>
      <UnsavedGuard
        isChanged={parts.size > 0}
        within={within}
        onLeave={() => {
          for (const discard of parts.values()) discard()
        }}
      />
      {children}
    </UnsavedPartsContext>
  )
}

/** Reports to the screen's guard that this part has unsaved changes, while it is shown. */
export function useUnsavedPart(part: string, isChanged: boolean, discard: () => void): void {
  const { report } = useUnsavedParts()
  const latest = useRef(discard)
  useEffect(() => {
    latest.current = discard
  })
  // A layout effect, so that a person who types and goes back at once is asked, too.
  useLayoutEffect(() => {
    if (!isChanged) return
    report(part, () => latest.current())
    return () => report(part, undefined)
  }, [part, isChanged, report])
}

export function useUnsavedParts(): UnsavedParts {
  const value = useContext(UnsavedPartsContext)
  if (!value) throw new Error('useUnsavedParts outside of UnsavedPartsProvider')
  return value
}
