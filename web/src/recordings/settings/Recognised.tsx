import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { useUnsavedRecords } from '../../records/use-record.ts'
import classes from '../reading/Recording.module.css'
import type { Opened } from '../reading/reading-state.ts'
import type { useLayout } from '../reading/use-layout.ts'
import { useRemarkText } from '../texts/remark-text.ts'
import { LayoutForm, layoutRecord } from './LayoutForm.tsx'

/** Describes how a file was read. Includes the settings form if the format has options. */
export function Recognised({
  fileid,
  opened,
  layout,
  by,
  onRemembered,
  isDisabled,
  onLayout,
}: {
  fileid: string
  opened: Opened
  /** The present settings. */
  layout: Layout | null
  /** Who chose them. */
  by: ReturnType<typeof useLayout>['by']
  /** Applies the settings of the last file of its kind. Undefined if they are the present ones. */
  onRemembered: (() => void) | undefined
  isDisabled: boolean
  onLayout: (layout: Layout | null) => void
}) {
  const t = useTranslations('recordings')
  const remarkText = useRemarkText()
  // Settings that were typed in an earlier visit are opened again.
  const [isEditing, setIsEditing] = useState(useUnsavedRecords(layoutRecord(fileid)).length > 0)
  const { recognised } = opened.description
  if (recognised.length === 0 && !opened.layout) return null
  return (
    <section className={classes.recognised}>
      <h2>{t('recognised')}</h2>
      {by === 'memory' && <p className={classes.quiet}>{t('settings.wasRemembered')}</p>}
      <p>{recognised.map(remarkText).join(' ')}</p>
      {onRemembered && !isDisabled && (
        <p className={classes.quiet}>
          {t('settings.otherwise')} <TextButton onClick={onRemembered}>{t('settings.likewise')}</TextButton>
        </p>
      )}
      {opened.layout && !isEditing && (
        <Button size="xs" variant="default" disabled={isDisabled} onClick={() => setIsEditing(true)}>
          {t('change')}
        </Button>
      )}
      {isEditing && (
        <LayoutForm
          fileid={fileid}
          layout={layout ?? {}}
          onApply={(next) => {
            setIsEditing(false)
            const kept = layout?.entry === undefined ? next : { ...next, entry: layout.entry }
            onLayout(Object.keys(kept).length > 0 ? kept : null)
          }}
          onCancel={() => setIsEditing(false)}
        />
      )}
    </section>
  )
}
