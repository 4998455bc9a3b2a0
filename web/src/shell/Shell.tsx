import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { navigation } from '../browser/navigation/navigation.ts'
import { atSite, paths } from '../browser/paths.ts'
import { selectSite } from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { Link } from '../components/buttons/Link.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { RemovalNotice } from '../components/removal/RemovalNotice.tsx'
import { OnPeopleUpdatesDocument, PendingPeopleDocument } from '../generated/graphql.ts'
import { Jump } from '../jump/Jump.tsx'
import { useLive, useLiveConnection } from '../live/live.ts'
import { useUser } from '../session/session.tsx'
import { Logo } from './Logo.tsx'
import { NavigationLinks } from './NavigationLinks.tsx'
import { ConnectionNotice } from './notices/ConnectionNotice.tsx'
import { ErrorArea } from './notices/ErrorArea.tsx'
import { SessionNotice } from './notices/SessionNotice.tsx'
import { ScreenChoices } from './ScreenChoices.tsx'
import classes from './Shell.module.css'
import { SiteSelector, useSiteChoices } from './SiteSelector.tsx'
import { UserMenu } from './user/UserMenu.tsx'

/** All that a person may open who is neither administrator nor health personnel; the first is their start page. */
const openToAll = [paths.profile, paths.signOut, paths.redirect]

/**
 * One row on top, the error area, and the screen. Below 1,200 px the row breaks into two slim ones; on a phone the second
 * one's links are in a drawer.
 */
export function Shell() {
  const user = useUser()
  useLiveConnection()
  const { pathname } = useLocation()
  if (user.is_admin || user.is_hp) return <StaffShell />
  if (!openToAll.some((path) => pathname === path || pathname.startsWith(`${path}/`))) {
    return <Navigate to={paths.profile} replace />
  }
  return <Frame selector={undefined} hasSite={false} pending={0} />
}

function StaffShell() {
  const { sites, siteid } = useSiteChoices()
  const navigate = useNavigate()
  const { pathname } = useLocation()

  function choose(next: string) {
    // Screens of the old site do not exist below the new one. The site is selected on arrival: otherwise a screen of the
    // old site would look for its study at the new one. If unsaved changes keep the person here, the old site stays
    // selected. The same applies if such a screen is still loading, or is not drawn yet.
    const isLeaving = navigation.isOnTheWay()
    const isBelow = (list: string) => pathname.startsWith(`${list}/`) || (isLeaving && pathname === list)
    if (isBelow(paths.studies)) navigate(atSite(paths.studies, next))
    else if (isBelow(paths.devices)) navigate(atSite(paths.devices, next))
    else selectSite(next)
  }

  const pending = usePendingCount()
  const hasSite = siteid !== undefined && (sites === undefined || sites.length > 0)
  return (
    <Frame
      hasSite={hasSite}
      pending={pending}
      selector={<SiteSelector sites={sites} siteid={siteid} onSelect={choose} />}
    />
  )
}

function Frame({ selector, hasSite, pending }: { selector: ReactNode; hasSite: boolean; pending: number }) {
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
          {selector && <div className={classes.site}>{selector}</div>}
          <div className={classes.wide}>
            <NavigationLinks hasSite={hasSite} pending={pending} />
          </div>
        </nav>
        <div className={classes.tools}>
          {selector && <Jump />}
          <ScreenChoices />
          <UserMenu />
        </div>
      </header>
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
      <RemovalNotice />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<ReadingBar isReading />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}

const noVariables = {}

/** How many people wait for an administrator, live; 0 for anyone else. */
function usePendingCount(): number {
  const { is_admin } = useUser()
  const variables = is_admin ? noVariables : undefined
  const { data } = useRead(PendingPeopleDocument, variables)
  useLive(OnPeopleUpdatesDocument, variables)
  return data?.listPeople.length ?? 0
}
