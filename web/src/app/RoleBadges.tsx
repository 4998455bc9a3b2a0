import { useTranslations } from 'use-intl'
import classes from './RoleBadges.module.css'
import { useUser } from './session.tsx'

/** 'Admin' and 'HP', for those that the person holds. Plain text, so that it may stand in a menu. */
export function RoleBadges() {
  const t = useTranslations('app')
  const user = useUser()
  if (!user.is_admin && !user.is_hp) return null
  return (
    <span className={classes.badges} title={t('roles')}>
      {user.is_admin && <span className={classes.badge}>{t('admin')}</span>}
      {user.is_hp && <span className={classes.badge}>{t('hp')}</span>}
    </span>
  )
}
