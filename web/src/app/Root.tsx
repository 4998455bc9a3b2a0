import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../browser/paths.ts'
import { useKeptFocus } from '../components/page/focus-after.ts'
import { useStartedExport } from '../exports/notice/started-exports.ts'
import { useSession } from '../session/session.tsx'
import { SignedOut } from '../shell/guest/SignedOut.tsx'
import { SignIn } from '../shell/guest/SignIn.tsx'
import { Shell } from '../shell/Shell.tsx'
import { loadScreens } from '../texts/catalogue.ts'
import { LinkFeedback } from './LinkFeedback.tsx'

/** Few people see it, so it is no part of the first load. */
const AuthenticationError = lazy(async () => ({
  default: (await import('../shell/guest/AuthenticationError.tsx')).AuthenticationError,
}))

/** What every path shows depends on the session: the guest screen, the refusal, or the app. */
export function Root() {
  const { session } = useSession()
  const { pathname } = useLocation()
  useKeptFocus()
  if (session.phase === 'user' || session.phase === 'ended') {
    return (
      <>
        <LinkFeedback />
        <Shell />
        {session.phase === 'user' && <StartedExports sub={session.user.sub} />}
      </>
    )
  }
  if (session.phase === 'leaving' || session.phase === 'owed' || session.phase === 'left') {
    return <SignedOut session={session} />
  }
  if (session.phase === 'refused' && pathname !== paths.signIn) {
    return (
      <Suspense>
        <AuthenticationError session={session} />
      </Suspense>
    )
  }
  return <SignIn />
}

const ExportNotice = lazy(async () => {
  const [{ ExportNotice: Component }] = await Promise.all([import('../exports/notice/ExportNotice.tsx'), loadScreens()])
  return { default: Component }
})

/** Watches the exports that the person started in this browser. Its code is loaded only if there is one. */
function StartedExports({ sub }: { sub: string }) {
  const started = useStartedExport(sub)
  if (!started) return null
  return (
    <Suspense>
      <ExportNotice key={started.exportid} sub={sub} started={started} />
    </Suspense>
  )
}
