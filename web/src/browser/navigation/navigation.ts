import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { createNavigation } from './create-navigation.ts'

/** The navigation of this page. */
export const navigation = createNavigation(() => window)

/** The parameters of the page's address. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** While mounted, blocks each navigation for which `blocks` is true. `isAsked`: one waits for an answer. */
export function useLeaveQuestion(blocks: (from: Location, to: Location) => boolean) {
  const [proceed, setProceed] = useState<() => void>()
  const blocksNow = useEffectEvent(blocks)
  useEffect(
    () =>
      navigation.guard({
        blocks: (from, to) => blocksNow(from, to),
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
