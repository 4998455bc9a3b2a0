import { Button } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** How many reference-data files an activity has; opens and closes them below the row. */
export function FilesButton({
  name,
  files,
  isOpened,
  onClick,
}: {
  name: string
  files: readonly { status: string }[]
  isOpened: boolean
  onClick: () => void
}) {
  const t = useTranslations('activities')
  const pending = files.filter(({ status }) => status === 'PENDING').length
  const shown = pending > 0 ? `${files.length} · ${t('uploading', { count: pending })}` : `${files.length}`
  return (
    <Button
      size="xs"
      variant={isOpened ? 'light' : 'default'}
      leftSection={<IconFiles size={16} aria-hidden />}
      aria-expanded={isOpened}
      aria-label={t('filesOf', { shown, name })}
      onClick={onClick}
    >
      {shown}
    </Button>
  )
}
