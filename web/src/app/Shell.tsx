import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { ReadingBar } from '../components/ReadingBar.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { ErrorArea } from './ErrorArea.tsx'
import { Logo } from './Logo.tsx'
import { useRereadOnReturn } from './live.ts'
import { NavigationLinks } from './NavigationLinks.tsx'
import { atSite, paths } from './paths.ts'
import { usePendingCount } from './pending-people.ts'
import { ScreenChoices } from './ScreenChoices.tsx'
import { SessionNotice } from './SessionNotice.tsx'
import classes from './Shell.module.css'
import { SiteSelector, useSiteChoices } from './SiteSelector.tsx'
import { selectSite } from './selected-site.ts'
import { useUser } from './session.tsx'
import { UserMenu } from './UserMenu.tsx'

/** Where a person goes who is neither administrator nor health personnel (decisions.md 2). */
const openToAll = [paths.profile, paths.signOut, paths.redirect]

/** Two slim rows on top, the error area, and the screen. On a phone the second row's links lie in a drawer. */
export function Shell() {
  const user = useUser()
  useRereadOnReturn()
  const { pathname } = useLocation()
  if (user.is_admin || user.is_hp) return <StaffShell />
  if (!openToAll.some((path) => pathname === path || pathname.startsWith(`${path}/`))) {
    return <Navigate to={paths.profile} replace />
  }
  return <Frame navigation={undefined} hasSite={false} pending={0} />
}

function StaffShell() {
  const { sites, siteid } = useSiteChoices()
  const navigate = useNavigate()
  const { pathname } = useLocation()

  function choose(next: string) {
    // What lies below the old site is not below this one. The site is selected on arrival: a screen of the old site would
    // look for its study at the new one meanwhile, and whoever stays because of unsaved changes stays at the old site.
    if (pathname.startsWith(`${paths.studies}/`)) navigate(atSite(paths.studies, next))
    else if (pathname.startsWith(`${paths.devices}/`)) navigate(atSite(paths.devices, next))
    else selectSite(next)
  }

  const pending = usePendingCount()
  const hasSite = siteid !== undefined && (sites === undefined || sites.length > 0)
  return (
    <Frame
      hasSite={hasSite}
      pending={pending}
      navigation={<SiteSelector sites={sites} siteid={siteid} onSelect={choose} />}
    />
  )
}

function Frame({ navigation, hasSite, pending }: { navigation: ReactNode; hasSite: boolean; pending: number }) {
  const t = useTranslations('app')
  const [isOpen, setIsOpen] = useState(false)
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()

  useEffect(() => {
    if (isOpen) drawer.current?.showModal()
    else drawer.current?.close()
  }, [isOpen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the address changes
  useEffect(() => setIsOpen(false), [pathname])

  return (
    <>
      <a href="#content" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <header className={classes.top}>
        <Link to={paths.home} className={classes.home}>
          <Logo />
        </Link>
        <div className={classes.topRight}>
          <ScreenChoices />
          <UserMenu />
        </div>
      </header>
      <nav className={classes.nav} aria-label={t('navigation')}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('menu')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
        >
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
        {navigation && <div className={classes.site}>{navigation}</div>}
        <div className={classes.wide}>
          <NavigationLinks hasSite={hasSite} pending={pending} />
        </div>
      </nav>
      <dialog
        ref={drawer}
        className={classes.drawer}
        aria-label={t('menu')}
        onClose={() => setIsOpen(false)}
        onClick={(event) => event.target === event.currentTarget && setIsOpen(false)}
        onKeyDown={() => undefined}
      >
        {isOpen && (
          <div className={classes.drawerBody}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('closeMenu')}
              onClick={() => setIsOpen(false)}
            >
              <IconX size={20} aria-hidden />
            </ActionIcon>
            <NavigationLinks hasSite={hasSite} pending={pending} onFollow={() => setIsOpen(false)} />
          </div>
        )}
      </dialog>
      <SessionNotice />
      <ConnectionNotice />
      <ErrorArea />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<ReadingBar isReading />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}
