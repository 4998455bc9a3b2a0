import { type ComponentType, lazy, Suspense } from 'react'
import { matchRoutes, Navigate, type RouteObject } from 'react-router'
import { paths } from '../browser/paths.ts'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import type { StudyPart } from '../session/study-parts.ts'
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

/** A screen with the texts of recordings. */
function recordings(load: () => Promise<ComponentType>) {
  return screen(async () => (await Promise.all([load(), loadRecordings()]))[0])
}

/** How long a part of a study may take to load before the study's heading and tabs are shown without it. */
const frameAfterMs = 100

/** A screen below a study's tabs: on a slow line they are shown, with the pressed tab chosen, before its own code is loaded. */
function part(load: () => Promise<ComponentType>) {
  const whole = screen(load)
  return async () => {
    const loading = whole()
    const [{ StudyPage }] = await Promise.all([import('../studies/study/StudyPage.tsx'), loadScreens()])
    const timeUp = new Promise<undefined>((resolve) => setTimeout(resolve, frameAfterMs))
    const inTime = await Promise.race([loading, timeUp])
    if (inTime) return inTime
    const Late = lazy(async () => ({ default: (await loading).Component }))
    const frame = (
      <StudyPage>
        <ReadingBar isReading />
      </StudyPage>
    )
    const Component = () => (
      <Suspense fallback={frame}>
        <Late />
      </Suspense>
    )
    return { Component, loading }
  }
}

const subjects = part(async () => (await import('../subjects/SubjectsScreen.tsx')).SubjectsScreen)
const devices = screen(async () => (await import('../devices/DevicesScreen.tsx')).DevicesScreen)
const toStudies = <Navigate to={paths.studies} replace />

/** The parts of a study in the order of its tabs. `preload-routes.ts` reads their addresses here. */
const parts: readonly (StudyPart & { isDeep?: true; lazy: ReturnType<typeof part> })[] = [
  { path: 'subjects', lazy: subjects },
  {
    path: 'overview',
    lazy: part(async () => (await import('../overview/StudyOverviewScreen.tsx')).StudyOverviewScreen),
  },
  {
    path: 'visits',
    lazy: part(async () => (await import('../schedule/ScheduleScreen.tsx')).ScheduleScreen),
  },
  {
    path: 'formtypes',
    isDeep: true,
    shownTo: ['study:admin'],
    lazy: part(async () => (await import('../form-types/FormTypesScreen.tsx')).FormTypesScreen),
  },
  {
    path: 'activitytypes',
    isDeep: true,
    shownTo: ['study:admin'],
    lazy: part(async () => (await import('../activity-types/ActivityTypesScreen.tsx')).ActivityTypesScreen),
  },
  {
    path: 'documents',
    lazy: part(async () => (await import('../study-documents/StudyDocumentsScreen.tsx')).StudyDocumentsScreen),
  },
  {
    path: 'import',
    lazy: part(async () => (await import('../imports/ImportScreen.tsx')).ImportScreen),
  },
  {
    path: 'export',
    shownTo: ['admin', 'study:admin'],
    lazy: part(async () => (await import('../exports/ExportScreen.tsx')).StudyExportScreen),
  },
  {
    path: 'edit',
    shownTo: ['study:admin'],
    lazy: part(async () => (await import('../studies/study/EditStudyScreen.tsx')).EditStudyScreen),
  },
]

export const studyParts: readonly StudyPart[] = parts

const ofStudy: RouteObject[] = [
  { index: true, lazy: subjects },
  ...parts.map(({ path, isDeep, lazy }) => ({ path: isDeep ? `${path}/*` : path, lazy })),
  {
    path: 'setup',
    lazy: part(async () => (await import('../study-setup/StudySetupScreen.tsx')).StudySetupScreen),
  },
  {
    path: 'labels',
    lazy: part(async () => (await import('../labels/LabelsScreen.tsx')).LabelsScreen),
  },
  {
    path: 'move',
    lazy: part(async () => (await import('../subjects/moving/MoveScreen.tsx')).MoveScreen),
  },
  {
    path: 'subjects/:subjectid/export',
    lazy: screen(async () => (await import('../exports/ExportScreen.tsx')).SubjectExportScreen),
  },
  {
    path: 'subjects/:subjectid/*',
    lazy: screen(async () => (await import('../subjects/SubjectScreen.tsx')).SubjectScreen),
  },
  {
    path: 'subjects/:subjectid/activities/:activity/recordings/:referencedataid',
    lazy: recordings(async () => (await import('../recordings/RecordingScreen.tsx')).RecordingScreen),
  },
  {
    path: 'subjects/:subjectid/recordings',
    lazy: recordings(async () => (await import('../recordings/together/TogetherScreen.tsx')).TogetherScreen),
  },
]

export const screens: RouteObject[] = [
  { index: true, element: toStudies },
  { path: 'signIn', element: <Navigate to={paths.home} replace /> },
  { path: 'signOut', element: <SignOut /> },
  { path: 'redirect', lazy: screen(async () => (await import('../shell/guest/Redirect.tsx')).Redirect) },
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
  { path: 'devices/:deviceid/worn', lazy: devices },
  { path: 'profile/*', lazy: screen(async () => (await import('../users/profile/ProfileScreen.tsx')).ProfileScreen) },
  {
    path: 'exports',
    lazy: screen(async () => (await import('../exports/ExportScreen.tsx')).SiteExportsScreen),
  },
  { path: 'users', lazy: screen(async () => (await import('../users/UsersScreen.tsx')).UsersScreen) },
  { path: 'removed', lazy: screen(async () => (await import('../removed/RemovedScreen.tsx')).RemovedScreen) },
  { path: '*', lazy: screen(async () => (await import('../shell/NoSuchPage.tsx')).NoSuchPage) },
]

/** Loads the code of the screen at an address, of a study's part at least its frame. undefined if it is loaded. */
export function loadScreen(pathname: string): Promise<unknown> | undefined {
  const matches = (matchRoutes(screens, pathname) ?? []).filter(({ route }) => route.lazy)
  if (matches.length === 0) return undefined
  return Promise.all(matches.map(({ route }) => loadRoute(route)))
}

async function loadRoute(route: RouteObject) {
  const load = route.lazy
  if (typeof load !== 'function') return
  const loaded = await load()
  Object.assign(route, loaded, { lazy: undefined })
  // What was not loaded in time may still fail. The next visit then loads it anew.
  if ('loading' in loaded && loaded.loading instanceof Promise)
    loaded.loading.catch(() => Object.assign(route, { lazy: load }))
}

/** Prefetches the code of a screen. A failure is reported only when the link is followed. */
export function loadAhead(pathname: string): void {
  loadScreen(pathname)?.catch(() => undefined)
}
