import { Button } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** Shows how many reference-data files an activity has; opens and closes them below the row. */
export function FilesButton({
  name,
  files,
  failed,
  isOpened,
  onClick,
}: {
  name: string
  /** Uploads of this browser that stopped and need the person's decision. */
  failed: number
  files: readonly { status: string }[]
  isOpened: boolean
  onClick: () => void
}) {
  const t = useTranslations('activities')
  const pending = files.filter(({ status }) => status === 'PENDING').length
  const shown = [
    `${files.length}`,
    pending > 0 && t('uploading', { count: pending }),
    failed > 0 && t('notUploaded', { count: failed }),
  ]
    .filter(Boolean)
    .join(' · ')
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
