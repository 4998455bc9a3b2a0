import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { MenuButton } from '../components/MenuButton.tsx'
import { paths } from './paths.ts'
import { RoleBadges } from './RoleBadges.tsx'
import { useSession, useUser } from './session.tsx'

/** The top bar's dropdown: Studies, role badges, Profile and Sign out. */
export function UserMenu() {
  const t = useTranslations('app')
  const user = useUser()
  const { signOut } = useSession()
  const name = [user.given_name, user.family_name].filter(Boolean).join(' ') || user.sub
  return (
    <MenuButton label={t('userMenu', { name })} text={name}>
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
      <button role="menuitem" type="button" onClick={() => void signOut()}>
        {t('signOutMenu')}
      </button>
    </MenuButton>
  )
}
