import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Notice } from '../components/Notice.tsx'
import { paths } from './paths.ts'
import classes from './SessionNotice.module.css'
import { signInAddress, useSession } from './session.tsx'

/** Two minutes, as decisions.md 1 has it. */
const warnMs = 120_000
const pingEveryMs = 300_000

/** Says that the session is about to end, with a way to stay, or that it has ended, with a way to go on. */
export function SessionNotice() {
  const t = useTranslations('app')
  const format = useFormatter()
  const { session, isEnded, stay } = useSession()
  const [now, setNow] = useState(() => Date.now())
  const idleEndsAt = session.state === 'user' ? Date.parse(session.user.idleEndsAt) : undefined

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  useTypingCounts(stay)

  if (isEnded) {
    return (
      <div className={classes.place}>
        <Notice kind="warning" action={<SignInAgain />}>
          {t('sessionEnded')}
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

/** In a window of its own, so that what was typed stays where it is; that window tells this one and closes. */
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

/** A person who types or taps is not idle, although nothing was sent: told to the server every five minutes. */
function useTypingCounts(stay: () => Promise<void>) {
  useEffect(() => {
    let toldAt = Date.now()
    function onInput() {
      if (Date.now() - toldAt < pingEveryMs) return
      toldAt = Date.now()
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
