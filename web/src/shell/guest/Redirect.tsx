import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useSearch } from '../../browser/navigation/navigation.ts'
import { paths } from '../../browser/paths.ts'
import { Page } from '../../components/page/Page.tsx'
import { announceSessionChanged } from '../../session/session-effects.ts'

/** Goes to /. With `?close`, finishes a sign-in for another window: notifies it and closes. */
export function Redirect() {
  const t = useTranslations('users')
  const isAskedFor = useSearch().has('close')
  useEffect(() => {
    if (!isAskedFor) return
    announceSessionChanged()
    window.close()
  }, [isAskedFor])
  if (!isAskedFor) return <Navigate to={paths.home} replace />
  return (
    <Page isNarrow>
      <p role="status">{t('signedInClose')}</p>
    </Page>
  )
}
