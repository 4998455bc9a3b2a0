import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { type RouteObject, Router, useRoutes } from 'react-router'
import { navigation } from '../browser/navigation/navigation.ts'
import { StudyPartsContext } from '../session/study-parts.ts'
import { LeavingContext } from './LinkFeedback.tsx'
import { RenderBoundary, RenderFallback } from './RenderFallback.tsx'
import { Root } from './Root.tsx'
import { screens, studyParts } from './screens.tsx'

const routes: RouteObject[] = [{ path: '/', element: <Root />, children: screens }]

/**
 * Shows the screen of the page's address. It uses the library's routes and links without its data router, which would
 * add 19 kB to the first load for loaders and actions that this app does not have.
 */
export function AppRouter() {
  const [{ shown, isLeaving }, setState] = useState(navigation.state)
  useEffect(() => {
    const follow = () => startTransition(() => setState(navigation.state()))
    follow()
    return navigation.subscribe(follow)
  }, [])
  useLayoutEffect(() => {
    if (shown) navigation.drew(shown.location.pathname)
  }, [shown])
  if (!shown) return null
  return (
    <LeavingContext value={isLeaving}>
      <Router location={shown.location} navigationType={shown.action} navigator={navigation.navigator}>
        {shown.error === undefined ? (
          <RenderBoundary place={shown.location.key}>
            <Screen />
          </RenderBoundary>
        ) : (
          <RenderFallback error={shown.error} />
        )}
      </Router>
    </LeavingContext>
  )
}

function Screen() {
  const shown = useRoutes(routes)
  return <StudyPartsContext value={studyParts}>{shown}</StudyPartsContext>
}
