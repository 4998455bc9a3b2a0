import { Button } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { FileCounts } from '../reference-data/uploads/upload-state.ts'

/** Shows how many reference-data files an activity has; opens and closes them below the row. */
export function FilesButton({
  name,
  counts,
  isOpened,
  onClick,
}: {
  name: string
  counts: FileCounts
  isOpened: boolean
  onClick: () => void
}) {
  const t = useTranslations('activities')
  const { stored, sending, stopped } = counts
  const shown = [
    (stored > 0 || sending + stopped === 0) && `${stored}`,
    sending > 0 && t('uploading', { count: sending }),
    stopped > 0 && t('notUploaded', { count: stopped }),
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
