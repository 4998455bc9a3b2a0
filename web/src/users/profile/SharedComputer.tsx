import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { markSharedComputer, useSharedComputer } from '../../records/kept/shared-computer.ts'

/** Marks this computer as shared: nothing that was typed and not saved stays in it after its tab is closed. */
export function SharedComputer() {
  const t = useTranslations('users')
  return (
    <Checkbox
      label={t('sharedComputer')}
      description={t('sharedComputerHint')}
      checked={useSharedComputer()}
      onChange={(event) => markSharedComputer(event.currentTarget.checked)}
    />
  )
}
