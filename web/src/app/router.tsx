import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { loadScreens } from './messages/catalogue.ts'
import { paths } from './paths.ts'
import { Redirect } from './Redirect.tsx'
import { RouteFallback } from './RenderFallback.tsx'
import { Root } from './Root.tsx'
import { SignOut } from './SignOut.tsx'

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
    path: 'subjects/:subjectid/*',
    lazy: screen(async () => (await import('../subjects/SubjectScreen.tsx')).SubjectScreen),
  },
  { path: 'edit', lazy: screen(async () => (await import('../studies/EditStudyScreen.tsx')).EditStudyScreen) },
  {
    path: 'activitytypes/*',
    lazy: screen(async () => (await import('../activity-types/ActivityTypesScreen.tsx')).ActivityTypesScreen),
  },
  {
    path: 'formtypes/*',
    lazy: screen(async () => (await import('../form-types/FormTypesScreen.tsx')).FormTypesScreen),
  },
]

const screens: RouteObject[] = [
  { index: true, element: toStudies },
  { path: 'signIn', element: <Navigate to={paths.home} replace /> },
  { path: 'signOut', element: <SignOut /> },
  { path: 'redirect', element: <Redirect /> },
  // The first screen says only what the shell's texts hold.
  {
    path: 'studies',
    lazy: async () => ({ Component: (await import('../studies/StudiesScreen.tsx')).StudiesScreen }),
  },
  {
    path: 'studies/:studyid',
    lazy: screen(async () => (await import('../studies/StudyRoute.tsx')).StudyRoute),
    children: ofStudy,
  },
  { path: 'sites', lazy: screen(async () => (await import('../sites/SitesScreen.tsx')).SitesScreen) },
  { path: 'sites/new', lazy: screen(async () => (await import('../sites/NewSiteScreen.tsx')).NewSiteScreen) },
  { path: 'sites/:siteid', element: <Navigate to={paths.sites} replace /> },
  {
    path: 'sites/:siteid/edit',
    lazy: screen(async () => (await import('../sites/EditSiteScreen.tsx')).EditSiteScreen),
  },
  { path: 'devices', lazy: devices },
  { path: 'devices/new', lazy: devices },
  { path: 'devices/:deviceid', lazy: devices },
  { path: 'devices/:deviceid/edit', lazy: devices },
  { path: 'profile/*', lazy: screen(async () => (await import('../users/ProfileScreen.tsx')).ProfileScreen) },
  { path: 'users', lazy: screen(async () => (await import('../users/UsersScreen.tsx')).UsersScreen) },
  { path: 'removed', lazy: screen(async () => (await import('../removed/RemovedScreen.tsx')).RemovedScreen) },
  { path: '*', element: toStudies },
]

export const router = createBrowserRouter([
  {
    path: '/',
    element: <Root />,
    errorElement: <RouteFallback />,
    HydrateFallback: () => null,
    children: screens,
  },
])
