import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from '../parts/Imports.module.css'

/** Why all unusual values of a file are right. The file is checked again with it. */
export function ImportReason({
  reason,
  isBusy,
  onType,
  onConfirm,
}: {
  reason: string
  isBusy: boolean
  onType: (reason: string) => void
  onConfirm: () => void
}) {
  const t = useTranslations('imports')
  const [isMissing, setIsMissing] = useState(false)

  function confirm() {
    setIsMissing(reason.trim() === '')
    if (reason.trim() !== '') onConfirm()
  }

  return (
    <div className={classes.reason}>
      <TextInput
        label={t('whyRight')}
        description={t('whyRightWhat')}
        value={reason}
        error={isMissing && reason.trim() === '' ? t('whyRightMissing') : undefined}
        maxLength={1000}
        disabled={isBusy}
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) confirm()
        }}
      />
      <Button loading={isBusy} onClick={confirm}>
        {t('confirmAll')}
      </Button>
    </div>
  )
}
