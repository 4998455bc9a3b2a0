import { useTranslations } from 'use-intl'
import { Notice } from '../components/notices/Notice.tsx'

/** Devices: an alert with a title. */
export function NoSiteAlert() {
  const t = useTranslations('app')
  return (
    <Notice kind="info" title={t('siteNotSelected')}>
      {t('selectSiteAbove')}
    </Notice>
  )
}

/** Studies: one line. */
export function NoSiteNotice() {
  const t = useTranslations('app')
  return (
    <Notice kind="info">
      {t('siteNotSelected')} - {t('selectSiteAbove')}
    </Notice>
  )
}
