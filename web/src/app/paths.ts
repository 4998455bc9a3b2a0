/** Every address inside the app, in one place. Ids are put in as they are: the server makes them of URL-safe letters. */
export const paths = {
  home: '/',
  signIn: '/signIn',
  signOut: '/signOut',
  redirect: '/redirect',
  profile: '/profile',
  sites: '/sites',
  newSite: '/sites/new',
  editSite: (siteid: string) => `/sites/${siteid}/edit`,
  devices: '/devices',
  newDevice: '/devices/new',
  device: (deviceid: string) => `/devices/${deviceid}`,
  editDevice: (deviceid: string) => `/devices/${deviceid}/edit`,
  studies: '/studies',
  newStudy: '/studies/new',
  study: (studyid: string) => `/studies/${studyid}`,
  editStudy: (studyid: string) => `/studies/${studyid}/edit`,
  subjects: (studyid: string) => `/studies/${studyid}/subjects`,
  newSubject: (studyid: string) => `/studies/${studyid}/subjects/new`,
  editSubject: (studyid: string, subjectid: string) => `/studies/${studyid}/subjects/${subjectid}/edit`,
  subject: (studyid: string, subjectid: string) => `/studies/${studyid}/subjects/${subjectid}`,
  activityTypes: (studyid: string) => `/studies/${studyid}/activitytypes`,
  formTypes: (studyid: string) => `/studies/${studyid}/formtypes`,
  users: '/users',
  removed: '/removed',
} as const

/** The address with `?site=`: a link that selects the site on the way, so that it works for whoever it is sent to. */
export function atSite(path: string, siteid: string): string {
  return `${path}?site=${siteid}`
}
