/** All addresses of the app. Ids need no escaping, because the server creates them from URL-safe characters. */
export const paths = {
  home: '/',
  signIn: '/signIn',
  signOut: '/signOut',
  redirect: '/redirect',
  profile: '/profile',
  sites: '/sites',
  newSite: '/sites/new',
  siteOverview: (siteid: string) => `/sites/${siteid}/overview`,
  editSite: (siteid: string) => `/sites/${siteid}/edit`,
  devices: '/devices',
  newDevice: '/devices/new',
  device: (deviceid: string) => `/devices/${deviceid}`,
  editDevice: (deviceid: string) => `/devices/${deviceid}/edit`,
  wornDevice: (deviceid: string) => `/devices/${deviceid}/worn`,
  studies: '/studies',
  newStudy: '/studies/new',
  study: (studyid: string) => `/studies/${studyid}`,
  studyOverview: (studyid: string) => `/studies/${studyid}/overview`,
  labels: (studyid: string) => `/studies/${studyid}/labels`,
  moveSubjects: (studyid: string) => `/studies/${studyid}/move`,
  studySetup: (studyid: string) => `/studies/${studyid}/setup`,
  editStudy: (studyid: string) => `/studies/${studyid}/edit`,
  subjects: (studyid: string) => `/studies/${studyid}/subjects`,
  newSubject: (studyid: string) => `/studies/${studyid}/subjects/new`,
  editSubject: (studyid: string, subjectid: string) => `/studies/${studyid}/subjects/${subjectid}/edit`,
  subject: (studyid: string, subjectid: string) => `/studies/${studyid}/subjects/${subjectid}`,
  recording: (studyid: string, subjectid: string, activity: string, referencedataid: string) =>
    `/studies/${studyid}/subjects/${subjectid}/activities/${activity}/recordings/${referencedataid}`,
  activityTypes: (studyid: string) => `/studies/${studyid}/activitytypes`,
  formTypes: (studyid: string) => `/studies/${studyid}/formtypes`,
  schedule: (studyid: string) => `/studies/${studyid}/visits`,
  exports: '/exports',
  studyImport: (studyid: string) => `/studies/${studyid}/import`,
  studyExport: (studyid: string) => `/studies/${studyid}/export`,
  subjectExport: (studyid: string, subjectid: string) => `/studies/${studyid}/subjects/${subjectid}/export`,
  users: '/users',
  removed: '/removed',
} as const

/** The address with `?site=`: a link that also selects the site, so that it works for other people. */
export function atSite(path: string, siteid: string): string {
  return `${path}?site=${siteid}`
}

/** The subject's screen, of which each part that is open has an address of its own. */
const screenOf = (path: string) =>
  path.replace(/^(\/studies\/[^/]+\/subjects\/[^/]+)\/(?:devices|activities|visits)(?:\/[^/]+)?$/, '$1')

/** Whether two addresses are of the same screen, with other parts of it open. */
export function isSameScreen(one: string, other: string): boolean {
  return screenOf(one) === screenOf(other)
}
