import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useIsConnectionLost } from '../../calls/connection.ts'
import { rereadShown } from '../../calls/graphql.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import classes from './ConnectionNotice.module.css'

/** Says that the server does not respond, and retries every few seconds until it does. Nothing moves when it comes or goes. */
export function ConnectionNotice() {
  const t = useTranslations('app')
  const isLost = useIsConnectionLost()
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(() => void rereadShown(), 4_000)
    return () => clearInterval(timer)
  }, [isLost])
  if (!isLost) return null
  return (
    <div className={classes.place}>
      <Notice kind="warning">{t('connectionLost')}</Notice>
    </div>
  )
}
