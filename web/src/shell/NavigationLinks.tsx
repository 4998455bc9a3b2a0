import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { Link } from '../components/buttons/Link.tsx'
import { useSession, useUser } from '../session/session.tsx'
import classes from './NavigationLinks.module.css'
import { RoleBadges } from './user/UserMenu.tsx'

/** The links available for the person's roles and the selection, then role badges, Profile and Sign Out. */
export function NavigationLinks({
  hasSite,
  pending,
  onFollow,
}: {
  hasSite: boolean
  /** How many people wait for activation; for administrators. */
  pending: number
  onFollow?: () => void
}) {
  const t = useTranslations('app')
  const user = useUser()
  const { signOut } = useSession()
  const { pathname } = useLocation()
  // The overview of a site is opened from its studies.
  const place = /^\/sites\/[^/]+\/overview/.test(pathname) ? paths.studies : pathname
  const current = (to: string) => (`${place}/`.startsWith(`${to}/`) ? 'page' : undefined)
  const links: { to: string; label: string; isShown: boolean; badge?: ReactNode }[] = [
    { to: paths.studies, label: t('studies'), isShown: hasSite && (user.is_hp || user.is_admin) },
    { to: paths.devices, label: t('devices'), isShown: user.is_admin },
    { to: paths.sites, label: t('sites'), isShown: user.is_admin },
    {
      to: paths.users,
      label: t('users'),
      isShown: user.is_admin,
      badge: pending > 0 && (
        <span className={classes.badge}>
          <span aria-hidden>{pending}</span>
          <span className={classes.hidden}>{t('pendingUsers', { count: pending })}</span>
        </span>
      ),
    },
    { to: paths.removed, label: t('removed'), isShown: user.is_admin },
  ]
  return (
    <>
      <ul className={classes.links}>
        {links
          .filter((link) => link.isShown)
          .map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={classes.link} aria-current={current(link.to)} onClick={onFollow}>
                {link.label}
                {link.badge}
              </Link>
            </li>
          ))}
      </ul>
      <div className={classes.own}>
        <RoleBadges />
        <Link to={paths.profile} className={classes.link} aria-current={current(paths.profile)} onClick={onFollow}>
          {t('profile')}
        </Link>
        <Button variant="subtle" color="gray" size="sm" onClick={signOut}>
          {t('signOutButton')}
        </Button>
      </div>
    </>
  )
}
