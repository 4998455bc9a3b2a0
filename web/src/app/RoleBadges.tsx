import { useTranslations } from 'use-intl'
import classes from './RoleBadges.module.css'
import { useUser } from './session.tsx'

/** 'Admin' and 'HP', for those that the person holds. */
export function RoleBadges() {
  const t = useTranslations('app')
  const user = useUser()
  if (!user.is_admin && !user.is_hp) return null
  return (
    <ul className={classes.badges} aria-label={t('roles')}>
      {user.is_admin && <li>{t('admin')}</li>}
      {user.is_hp && <li>{t('hp')}</li>}
    </ul>
  )
}
