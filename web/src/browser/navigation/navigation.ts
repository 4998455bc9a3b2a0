import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Location } from 'react-router'
import { createNavigation } from './create-navigation.ts'

/** The navigation of this page. */
export const navigation = createNavigation(() => window)

/** While mounted, blocks each navigation for which `blocks` is true. `isAsked`: one waits for an answer. */
export function useLeaveQuestion(blocks: (from: Location, to: Location) => boolean) {
  const [proceed, setProceed] = useState<() => void>()
  const latest = useRef(blocks)
  useLayoutEffect(() => {
    latest.current = blocks
  })
  useEffect(
    () =>
      navigation.guard({
        blocks: (from, to) => latest.current(from, to),
        ask: (answer) => setProceed(() => answer),
      }),
    [],
  )
  return {
    isAsked: proceed !== undefined,
    stay: () => setProceed(undefined),
    leave: () => {
      setProceed(undefined)
      proceed?.()
    },
  }
}
