import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type UnsavedParts = {
  /** Whether any part of the screen holds what is not saved. */
  isChanged: boolean
  report: (part: string, discard: (() => void) | undefined) => void
}

const UnsavedPartsContext = createContext<UnsavedParts | undefined>(undefined)

/**
 * For a screen on which several things are edited at once: one guard against leaving for all of them. Moving about below
 * `within` passes; leaving for good discards every part's draft.
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

/** Tells the screen's guard that this part holds unsaved changes, as long as it is shown. */
export function useUnsavedPart(part: string, isChanged: boolean, discard: () => void): void {
  const { report } = useUnsavedParts()
  const latest = useRef(discard)
  useEffect(() => {
    latest.current = discard
  })
  useEffect(() => {
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
