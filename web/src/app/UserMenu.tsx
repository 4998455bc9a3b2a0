import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from './paths.ts'
import { RoleBadges } from './RoleBadges.tsx'
import classes from './Shell.module.css'
import { useSession, useUser } from './session.tsx'

/** The top bar's dropdown: Studies, role badges, Profile and Sign out. */
export function UserMenu() {
  const t = useTranslations('app')
  const user = useUser()
  const { signOut } = useSession()
  const name = [user.given_name, user.family_name].filter(Boolean).join(' ') || user.sub
  return (
    <Menu position="bottom-end" width={200} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.user}
          aria-label={t('userMenu', { name })}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <span className={classes.userName}>{name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(user.is_admin || user.is_hp) && (
          <>
            <Menu.Item component={Link} to={paths.studies}>
              {t('studies')}
            </Menu.Item>
            <Menu.Label>
              <RoleBadges />
            </Menu.Label>
          </>
        )}
        <Menu.Item component={Link} to={paths.profile}>
          {t('profile')}
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{t('signOutMenu')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
