import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { Page } from '../components/Page.tsx'
import { paths } from './paths.ts'
import { announceSessionChanged } from './session.tsx'

/** Goes to /. With `?close` it ends a sign-in that another window asked for: tells that one and closes. */
export function Redirect() {
  const t = useTranslations('app')
  const [params] = useSearchParams()
  const isAskedFor = params.has('close')
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
