import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../components/CopyButton.tsx'
import { Notice } from '../components/Notice.tsx'
import classes from './GuestFrame.module.css'
import { GuestFrame } from './GuestFrame.tsx'
import { paths } from './paths.ts'

/** Shown at every path but /signIn to a person whose sign-in was refused: pending, deactivated, or failed. */
export function AuthenticationError({ sub, details }: { sub: string | null; details: string }) {
  const t = useTranslations('app')
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
