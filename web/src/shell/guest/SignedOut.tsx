import { useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import type { SessionState } from '../../session/session-state.ts'
import { GuestFrame } from './GuestFrame.tsx'

/** Shown after Sign out is pressed, until the server and then the provider have ended the session. */
export function SignedOut({ session }: { session: SessionState }) {
  const t = useTranslations('app')
  if (session.phase === 'owed') {
    return (
      <GuestFrame>
        <h1>{t('signedOutHere')}</h1>
        <Notice kind="warning">{t('signOutOwed')}</Notice>
      </GuestFrame>
    )
  }
  return (
    <GuestFrame>
      <p role="status">{session.phase === 'left' ? t('signedOut') : t('signingOut')}</p>
    </GuestFrame>
  )
}
