import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useTranslations } from 'use-intl'
import classes from './UnsavedGuard.module.css'

/**
 * Asks before a person leaves a form with unsaved changes: on navigation inside the app by a dialog of our own, on
 * closing or reloading the window by the browser's. Render it inside the form. Navigation that keeps the form open
 * (same path, or any path below `within`) passes.
 */
export function UnsavedGuard({
  isChanged,
  onLeave,
  within,
}: {
  isChanged: boolean
  onLeave?: () => void
  within?: string
}) {
  const t = useTranslations('components')
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && currentLocation.pathname !== nextLocation.pathname && !isWithin(nextLocation.pathname, within),
  )

  useEffect(() => {
    if (!isChanged) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [isChanged])

  useEffect(() => {
    if (blocker.state === 'blocked') dialog.current?.showModal()
    else dialog.current?.close()
  }, [blocker.state])

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="unsaved-title"
      onCancel={() => blocker.state === 'blocked' && blocker.reset()}
    >
      <h2 id="unsaved-title">{t('leaveTitle')}</h2>
      <p>{t('leaveText')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => blocker.state === 'blocked' && blocker.reset()} autoFocus>
          {t('stayHere')}
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            onLeave?.()
            if (blocker.state === 'blocked') blocker.proceed()
          }}
        >
          {t('leave')}
        </Button>
      </div>
    </dialog>
  )
}

function isWithin(pathname: string, base: string | undefined): boolean {
  return base !== undefined && (pathname === base || pathname.startsWith(`${base}/`))
}
