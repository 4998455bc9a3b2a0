import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { paths } from './paths.ts'
import { Redirect } from './Redirect.tsx'
import { RouteFallback } from './RenderFallback.tsx'
import { Root } from './Root.tsx'
import { SignOut } from './SignOut.tsx'

const toStudies = <Navigate to={paths.studies} replace />

async function subjectsScreen() {
  return { Component: (await import('../subjects/SubjectsScreen.tsx')).SubjectsScreen }
}

async function devicesScreen() {
  return { Component: (await import('../devices/DevicesScreen.tsx')).DevicesScreen }
}

/** Every screen; all but the shell are loaded when first opened. */
const screens: RouteObject[] = [
  { index: true, element: toStudies },
  { path: 'signIn', element: <Navigate to={paths.home} replace /> },
  { path: 'signOut', element: <SignOut /> },
  { path: 'redirect', element: <Redirect /> },
  {
    path: 'studies',
    lazy: async () => ({ Component: (await import('../studies/StudiesScreen.tsx')).StudiesScreen }),
  },
  {
    path: 'studies/:studyid',
    lazy: async () => ({ Component: (await import('../studies/StudyRoute.tsx')).StudyRoute }),
    children: [
      { index: true, lazy: subjectsScreen },
      { path: 'subjects', lazy: subjectsScreen },
      {
        path: 'subjects/:subjectid/*',
        lazy: async () => ({ Component: (await import('../subjects/SubjectScreen.tsx')).SubjectScreen }),
      },
      {
        path: 'edit',
        lazy: async () => ({ Component: (await import('../studies/EditStudyScreen.tsx')).EditStudyScreen }),
      },
      {
        path: 'activitytypes/*',
        lazy: async () => ({
          Component: (await import('../activity-types/ActivityTypesScreen.tsx')).ActivityTypesScreen,
        }),
      },
      {
        path: 'formtypes/*',
        lazy: async () => ({ Component: (await import('../form-types/FormTypesScreen.tsx')).FormTypesScreen }),
      },
    ],
  },
  {
    path: 'sites',
    lazy: async () => ({ Component: (await import('../sites/SitesScreen.tsx')).SitesScreen }),
  },
  {
    path: 'sites/new',
    lazy: async () => ({ Component: (await import('../sites/NewSiteScreen.tsx')).NewSiteScreen }),
  },
  {
    path: 'sites/:siteid/edit',
    lazy: async () => ({ Component: (await import('../sites/EditSiteScreen.tsx')).EditSiteScreen }),
  },
  { path: 'sites/:siteid', element: <Navigate to={paths.sites} replace /> },
  ...['devices', 'devices/new', 'devices/:deviceid', 'devices/:deviceid/edit'].map((path) => ({
    path,
    lazy: devicesScreen,
  })),
  {
    path: 'profile/*',
    lazy: async () => ({ Component: (await import('../users/ProfileScreen.tsx')).ProfileScreen }),
  },
  {
    path: 'users',
    lazy: async () => ({ Component: (await import('../users/UsersScreen.tsx')).UsersScreen }),
  },
  {
    path: 'removed',
    lazy: async () => ({ Component: (await import('../removed/RemovedScreen.tsx')).RemovedScreen }),
  },
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
