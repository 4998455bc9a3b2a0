import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { CopyButton } from '../../components/buttons/CopyButton.tsx'
import { Link } from '../../components/buttons/Link.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import type { SessionState } from '../../session/session-state.ts'
import classes from './GuestFrame.module.css'
import { GuestFrame, useRefusalText } from './GuestFrame.tsx'

/** Shown at every path except /signIn if the sign-in was refused: pending, deactivated, or failed. */
export function AuthenticationError({ session }: { session: SessionState & { phase: 'refused' } }) {
  const t = useTranslations('app')
  const details = useRefusalText(session)
  const { sub } = session
  return (
    <GuestFrame>
      <h1>{t('authenticationError')}</h1>
      <Notice kind="warning">{t('authenticationErrorText')}</Notice>
      {sub && (
        <section className={classes.stack} aria-label={t('yourId')}>
          <div className={classes.sub}>
            <code data-testid="sub">{sub}</code>
            <CopyButton text={sub} size="sm" />
          </div>
          <p>{t('sendId')}</p>
        </section>
      )}
      {details && (
        <p className={classes.quiet}>
          {t('details')}: {details}
        </p>
      )}
      <Button component={Link} to={paths.signIn} size="md">
        {t('tryAgain')}
      </Button>
      <p className={classes.quiet}>{t('contactSupport')}</p>
    </GuestFrame>
  )
}
