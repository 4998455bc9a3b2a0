import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.tsx'
import classes from './RoleBadges.module.css'

/** 'Admin' and 'HP', as far as the person has them. Plain text, so that it can be part of a menu. */
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
