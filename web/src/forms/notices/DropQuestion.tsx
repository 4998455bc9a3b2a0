import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FirmButton } from '../../components/buttons/FirmButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'

/** Asks before a save drops stored values of fields that are no longer asked. Escape goes back. */
export function DropQuestion({
  names,
  onStay,
  onDrop,
}: {
  names: readonly string[]
  onStay: () => void
  onDrop: () => void
}) {
  const t = useTranslations('forms')
  return (
    <div
      role="alertdialog"
      aria-label={t('dropTitle')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onStay()
      }}
    >
      <Notice
        kind="warning"
        title={t('dropTitle')}
        action={
          <>
            <Button size="xs" variant="default" onClick={onStay} autoFocus>
              {t('dropStay')}
            </Button>
            <FirmButton size="xs" onClick={onDrop}>
              {t('dropSave')}
            </FirmButton>
          </>
        }
      >
        {t('dropText', { names: names.join(', ') })}
      </Notice>
    </div>
  )
}
