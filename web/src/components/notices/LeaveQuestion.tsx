import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FirmButton } from '../buttons/FirmButton.tsx'
import { Notice } from './Notice.tsx'

/** Asks inline before a part of the screen with unsaved changes is closed. Escape cancels. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTranslations('drafts')
  return (
    <div
      role="alertdialog"
      aria-label={t('leaveTitle')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onStay()
      }}
    >
      <Notice
        kind="warning"
        title={t('leaveTitle')}
        action={
          <>
            <Button size="xs" variant="default" onClick={onStay} autoFocus>
              {t('stayHere')}
            </Button>
            <FirmButton size="xs" onClick={onLeave}>
              {t('leave')}
            </FirmButton>
          </>
        }
      >
        {t('leaveText')}
      </Notice>
    </div>
  )
}
