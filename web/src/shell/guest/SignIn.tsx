import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { signInAddress, useSession } from '../../session/session.tsx'
import classes from './GuestFrame.module.css'
import { GuestFrame, useRefusalText } from './GuestFrame.tsx'

const screensForGuests: readonly string[] = [paths.signIn, paths.signOut, paths.redirect]

/** The guest screen, at every path while nobody is signed in. After sign-in, the person returns to that path. */
export function SignIn() {
  const t = useTranslations('app')
  const { session } = useSession()
  const { pathname, search } = useLocation()
  const [isStarting, setIsStarting] = useState(false)
  const [startFailure, setStartFailure] = useState<string>()
  const [isDismissed, setIsDismissed] = useState(false)
  const returnTo = screensForGuests.includes(pathname) ? paths.home : `${pathname}${search}`
  const refusal = useRefusalText(session)
  const failure = startFailure ?? refusal

  async function start() {
    setIsStarting(true)
    setIsDismissed(false)
    setStartFailure(undefined)
    try {
      // The server may be unreachable: detect it here rather than on the browser's error page.
      const answer = await fetch('/auth/session')
      if (!answer.ok) throw new Error()
      location.assign(signInAddress(returnTo))
    } catch {
      setStartFailure(t('signInFailed'))
      setIsStarting(false)
    }
  }

  if (session.phase === 'loading') {
    return (
      <GuestFrame>
        <p role="status">{t('loading')}</p>
      </GuestFrame>
    )
  }
  // What the server says if the installation names no provider (config.ts).
  const known: Record<string, string> = {
    'the demo identity provider': t('demoProvider'),
    'your health identity': t('healthProvider'),
  }
  return (
    <GuestFrame>
      <h1>{t('guest')}</h1>
      {failure !== undefined && !isDismissed && (
        <Notice
          kind="error"
          title={t('signInError')}
          action={
            <ActionIcon variant="subtle" color="gray" aria-label={t('dismiss')} onClick={() => setIsDismissed(true)}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          }
        >
          {failure || t('signInFailed')}
        </Notice>
      )}
      {session.phase === 'refused' && (
        <Notice kind="warning" title={t('authenticationIssue')}>
          {t('authenticationIssueText')}
        </Notice>
      )}
      <Button size="md" onClick={() => void start()} aria-disabled={isStarting}>
        {t('signIn')}
      </Button>
      {session.phase === 'guest' && session.providerName && (
        <p className={classes.quiet}>
          {t('signInWith', { provider: known[session.providerName] ?? session.providerName })}
        </p>
      )}
    </GuestFrame>
  )
}
