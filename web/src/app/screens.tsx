import type { ComponentType } from 'react'
import { matchRoutes, Navigate, type RouteObject } from 'react-router'
import { paths } from '../browser/paths.ts'
import { Redirect } from '../shell/guest/Redirect.tsx'
import { SignOut } from '../shell/guest/SignOut.tsx'
import { StudiesScreen } from '../studies/StudiesScreen.tsx'
import { loadRecordings, loadScreens } from '../texts/catalogue.ts'

/** A screen that is loaded, with its texts, when it is first opened. */
function screen(load: () => Promise<ComponentType>) {
  return async () => {
    const [Component] = await Promise.all([load(), loadScreens()])
    return { Component }
  }
}

const subjects = screen(async () => (await import('../subjects/SubjectsScreen.tsx')).SubjectsScreen)
const devices = screen(async () => (await import('../devices/DevicesScreen.tsx')).DevicesScreen)
const toStudies = <Navigate to={paths.studies} replace />

const ofStudy: RouteObject[] = [
  { index: true, lazy: subjects },
  { path: 'subjects', lazy: subjects },
  {
    path: 'subjects/:subjectid/export',
    lazy: screen(async () => (await import('../exports/SubjectExportScreen.tsx')).SubjectExportScreen),
  },
  {
    path: 'import',
    lazy: screen(async () => (await import('../imports/ImportScreen.tsx')).ImportScreen),
  },
  {
    path: 'export',
    lazy: screen(async () => (await import('../exports/StudyExportScreen.tsx')).StudyExportScreen),
  },
  {
    path: 'subjects/:subjectid/*',
    lazy: screen(async () => (await import('../subjects/SubjectScreen.tsx')).SubjectScreen),
  },
  {
    path: 'overview',
    lazy: screen(async () => (await import('../overview/StudyOverviewScreen.tsx')).StudyOverviewScreen),
  },
  {
    path: 'subjects/:subjectid/activities/:activitytypeid/recordings/:referencedataid',
    lazy: screen(async () => {
      const [{ RecordingScreen }] = await Promise.all([import('../recordings/RecordingScreen.tsx'), loadRecordings()])
      return RecordingScreen
    }),
  },
  { path: 'edit', lazy: screen(async () => (await import('../studies/study/EditStudyScreen.tsx')).EditStudyScreen) },
  {
    path: 'activitytypes/*',
    lazy: screen(async () => (await import('../activity-types/ActivityTypesScreen.tsx')).ActivityTypesScreen),
  },
  {
    path: 'formtypes/*',
    lazy: screen(async () => (await import('../form-types/FormTypesScreen.tsx')).FormTypesScreen),
  },
]

export const screens: RouteObject[] = [
  { index: true, element: toStudies },
  { path: 'signIn', element: <Navigate to={paths.home} replace /> },
  { path: 'signOut', element: <SignOut /> },
  { path: 'redirect', element: <Redirect /> },
  // Loaded with the shell, because on a slow network each further file costs seconds. Uses only the shell's texts.
  { path: 'studies', Component: StudiesScreen },
  {
    path: 'studies/:studyid',
    lazy: screen(async () => (await import('../studies/study/StudyRoute.tsx')).StudyRoute),
    children: ofStudy,
  },
  { path: 'sites', lazy: screen(async () => (await import('../sites/SitesScreen.tsx')).SitesScreen) },
  { path: 'sites/new', lazy: screen(async () => (await import('../sites/NewSiteScreen.tsx')).NewSiteScreen) },
  { path: 'sites/:siteid', element: <Navigate to={paths.sites} replace /> },
  {
    path: 'sites/:siteid/overview',
    lazy: screen(async () => (await import('../overview/SiteOverviewScreen.tsx')).SiteOverviewScreen),
  },
  {
    path: 'sites/:siteid/edit',
    lazy: screen(async () => (await import('../sites/EditSiteScreen.tsx')).EditSiteScreen),
  },
  { path: 'devices', lazy: devices },
  { path: 'devices/new', lazy: devices },
  { path: 'devices/:deviceid', lazy: devices },
  { path: 'devices/:deviceid/edit', lazy: devices },
  { path: 'profile/*', lazy: screen(async () => (await import('../users/profile/ProfileScreen.tsx')).ProfileScreen) },
  {
    path: 'exports',
    lazy: screen(async () => (await import('../exports/SiteExportsScreen.tsx')).SiteExportsScreen),
  },
  { path: 'users', lazy: screen(async () => (await import('../users/UsersScreen.tsx')).UsersScreen) },
  { path: 'removed', lazy: screen(async () => (await import('../removed/RemovedScreen.tsx')).RemovedScreen) },
  { path: '*', element: toStudies },
]

/** Loads the code of the screen at an address. undefined if it is loaded. */
export function loadScreen(pathname: string): Promise<unknown> | undefined {
  const matches = (matchRoutes(screens, pathname) ?? []).filter(({ route }) => route.lazy)
  if (matches.length === 0) return undefined
  return Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

/** Prefetches the code of a screen. A failure is reported only when the link is followed. */
export function loadAhead(pathname: string): void {
  loadScreen(pathname)?.catch(() => undefined)
}
