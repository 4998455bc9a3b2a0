import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { paths } from './paths.ts'
import { Redirect } from './Redirect.tsx'
import { RouteFallback } from './RenderFallback.tsx'
import { Root } from './Root.tsx'
import { SignOut } from './SignOut.tsx'

const toStudies = <Navigate to={paths.studies} replace />

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
      {
        path: 'edit',
        lazy: async () => ({ Component: (await import('../studies/EditStudyScreen.tsx')).EditStudyScreen }),
      },
    ],
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
