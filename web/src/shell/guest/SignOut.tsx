import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '../../components/page/Page.tsx'
import { useSession } from '../../session/session.tsx'

/** /signOut: signs out at once. */
export function SignOut() {
  const t = useTranslations('app')
  const { signOut } = useSession()
  useEffect(() => {
    signOut()
  }, [signOut])
  return (
    <Page isNarrow>
      <p role="status">{t('signingOut')}</p>
    </Page>
  )
}
