import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { signInAddress, useSession } from '../../session/session.tsx'
import classes from './SessionNotice.module.css'

/** How long before a session ends for inactivity the notice appears. */
const warnMs = 120_000
const pingEveryMs = 300_000

/** Says that the session is about to end, with a button to stay, or that it has ended, with a link to sign in. */
export function SessionNotice() {
  const t = useTranslations('app')
  const format = useFormatter()
  const { session, stay } = useSession()
  const [now, setNow] = useState(() => Date.now())
  const idleEndsAt = session.phase === 'user' ? Date.parse(session.user.idleEndsAt) : undefined

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  useTypingCounts(stay)

  if (session.phase === 'ended') {
    return (
      <div className={classes.place}>
        <Notice kind="warning" action={session.isAnother ? <ReloadPage /> : <SignInAgain />}>
          {t(session.isAnother ? 'sessionOfAnother' : 'sessionEnded')}
        </Notice>
      </div>
    )
  }
  if (idleEndsAt === undefined || idleEndsAt - now > warnMs) return null
  return (
    <div className={classes.place}>
      <Notice
        kind="warning"
        action={
          <Button size="xs" onClick={() => void stay()}>
            {t('staySignedIn')}
          </Button>
        }
      >
        {t('sessionEnding', { when: format.relativeTime(new Date(Math.max(idleEndsAt, now)), new Date(now)) })}
      </Notice>
    </div>
  )
}

/** The other person's own page takes the place of this one. */
function ReloadPage() {
  const t = useTranslations('app')
  return (
    <Button size="xs" onClick={() => location.reload()}>
      {t('reload')}
    </Button>
  )
}

/** In a separate window, so that unsaved text stays on this page. That window notifies this one and closes. */
function SignInAgain() {
  const t = useTranslations('app')
  return (
    <Button
      size="xs"
      component="a"
      href={signInAddress(`${paths.redirect}?close`)}
      target="casebook-sign-in"
      rel="opener"
    >
      {t('signInAgain')}
    </Button>
  )
}

/** A person who types or taps is active although nothing was sent: reported to the server every five minutes. */
function useTypingCounts(stay: () => Promise<void>) {
  useEffect(() => {
    let pingedAt = Date.now()
    function onInput() {
      if (Date.now() - pingedAt < pingEveryMs) return
      pingedAt = Date.now()
      void stay()
    }
    window.addEventListener('keydown', onInput)
    window.addEventListener('pointerdown', onInput)
    return () => {
      window.removeEventListener('keydown', onInput)
      window.removeEventListener('pointerdown', onInput)
    }
  }, [stay])
}
