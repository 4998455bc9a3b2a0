import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useRememberSite, useSelectedSiteid } from '../browser/selected-site.ts'
import { useUser } from '../session/session.tsx'

/** Lets the person decide whether this browser remembers their site. */
export function RememberSite() {
  const t = useTranslations('sites')
  const { sub } = useUser()
  const { isOn, choose } = useRememberSite(sub, useSelectedSiteid())
  return (
    <Checkbox
      label={t('remember')}
      description={t('rememberHint')}
      checked={isOn}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}
