import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { MenuButton } from '../../components/buttons/MenuButton.tsx'
import { useSession, useUser } from '../../session/session.tsx'
import badges from './RoleBadges.module.css'
import classes from './UserMenu.module.css'

/** The top bar's menu: Studies, role badges, Profile, Sign out, and the running release. */
export function UserMenu() {
  const t = useTranslations('app')
  const user = useUser()
  const { signOut } = useSession()
  const names = [user.given_name, user.family_name].filter(Boolean)
  const name = names.join(' ') || user.sub
  const initials = names.map((part) => Array.from(part ?? '')[0]).join('') || name.slice(0, 2)
  return (
    <MenuButton label={t('userMenu', { name })} text={name} short={initials}>
      {(user.is_admin || user.is_hp) && (
        <>
          <Link role="menuitem" to={paths.studies}>
            {t('studies')}
          </Link>
          <div role="presentation">
            <RoleBadges />
          </div>
        </>
      )}
      <Link role="menuitem" to={paths.profile}>
        {t('profile')}
      </Link>
      <button role="menuitem" type="button" onClick={signOut}>
        {t('signOutMenu')}
      </button>
      <div role="presentation" className={classes.about}>
        {t('about', { release: user.release })}
      </div>
    </MenuButton>
  )
}

/** 'Admin' and 'HP', as far as the person has them. Plain text, so that it can be part of a menu. */
export function RoleBadges() {
  const t = useTranslations('app')
  const user = useUser()
  if (!user.is_admin && !user.is_hp) return null
  return (
    <span className={badges.badges} title={t('roles')}>
      {user.is_admin && <span className={badges.badge}>{t('admin')}</span>}
      {user.is_hp && <span className={badges.badge}>{t('hp')}</span>}
    </span>
  )
}
