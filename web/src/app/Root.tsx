import { useLocation } from 'react-router'
import { AuthenticationError } from './AuthenticationError.tsx'
import { paths } from './paths.ts'
import { Shell } from './Shell.tsx'
import { SignIn } from './SignIn.tsx'
import { useSession } from './session.tsx'

/** Who sits here decides what every path shows: the guest's screen, the refusal, or the app. */
export function Root() {
  const { session } = useSession()
  const { pathname } = useLocation()
  if (session.state === 'user') return <Shell />
  if (session.state === 'refused' && pathname !== paths.signIn) {
    return <AuthenticationError sub={session.sub} details={session.details} />
  }
  return <SignIn />
}
