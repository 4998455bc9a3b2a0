import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLeaveQuestion } from '../../browser/navigation/navigation.ts'
import { FirmButton } from '../buttons/FirmButton.tsx'
import classes from './UnsavedGuard.module.css'

/**
 * Asks before a person leaves a form with unsaved changes: with our own dialog for navigation inside the app, with the
 * browser's for closing or reloading the window. Render it inside the form. Navigation that keeps the form open (the
 * same path, or any path below `within`) is not blocked.
 */
export function UnsavedGuard({
  isChanged,
  isUnsaved = () => isChanged,
  onLeave,
  within,
}: {
  isChanged: boolean
  /** Asked at the moment of a navigation: what was just discarded or saved blocks nothing. */
  isUnsaved?: () => boolean
  onLeave?: () => void
  within?: string
}) {
  const t = useTranslations('drafts')
  const dialog = useRef<HTMLDialogElement>(null)
  const { isAsked, stay, leave } = useLeaveQuestion(
    (from, to) => isUnsaved() && from.pathname !== to.pathname && !isWithin(to.pathname, within),
  )

  useEffect(() => {
    if (!isChanged) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [isChanged])

  useEffect(() => {
    if (isAsked) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isAsked])

  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="unsaved-title" onCancel={stay}>
      <h2 id="unsaved-title">{t('leaveTitle')}</h2>
      <p>{t('leaveText')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={stay} autoFocus>
          {t('stayHere')}
        </Button>
        <FirmButton
          onClick={() => {
            onLeave?.()
            leave()
          }}
        >
          {t('leave')}
        </FirmButton>
      </div>
    </dialog>
  )
}

function isWithin(pathname: string, base: string | undefined): boolean {
  return base !== undefined && (pathname === base || pathname.startsWith(`${base}/`))
}
