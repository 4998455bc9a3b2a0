import type { Group } from '@casebook/domain/shared/groups.ts'
import { newSiteid, type Place } from './place.ts'

type Variables = Record<string, unknown>

/** How a root field is called rightly at a place. */
export type Row = {
  give: (place: Place) => Variables
  /** Groups of which a caller needs one, for what the contract does not have. */
  groups?: readonly (Group | 'signed-in')[]
  /** What somebody who may call it gets at an own place, where that is not success. */
  answer?: string
  /** It ends the caller's session, so that everybody who may call it does so from another one. */
  endsSession?: true
}

const nobody = () => ({ personid: 'nobody' })
const rights = { groups: ['hp'], all_sites: false, sites: [] }
const ofAdmin = { groups: ['admin'] } as const
const ofEverybody = { groups: ['signed-in'] } as const

const type = ({ studyid }: Place) => ({ studyid })
const study = ({ siteid, studyid }: Place) => ({ siteid, studyid })
const subject = ({ studyid, subjectid }: Place) => ({ studyid, subjectid })
const below = ({ subjectid }: Place) => ({ subjectid })
const site = ({ siteid }: Place) => ({ siteid })
const nothing = () => ({})
const fields = [{ name: 'date', type: 'Date', required: false }]
const times = { startTime: 1_792_476_000, stopTime: 1_792_476_600, comment: 'even pace' }
const devices = ({ deviceid }: Place) => [{ deviceid, position: 'CHEST' }]

/** A row for every root field: a new one fails the matrix until it has its own. */
export const rows: Readonly<Record<string, Row>> = {
  me: { give: nothing },
  listSites: { give: nothing },
  getSite: { give: site },
  listDevices: { give: site },
  listStudies: { give: site },
  getStudy: { give: study },
  listActivityTypes: { give: type },
  getActivityType: { give: ({ studyid, activitytypeid }) => ({ studyid, activitytypeid }) },
  listFormTypes: { give: type },
  getFormType: { give: ({ studyid, formtypeid }) => ({ studyid, formtypeid }) },
  listSubjects: { give: type },
  getSubject: { give: subject },
  listForms: { give: below },
  getForm: { give: ({ subjectid, formtypeid }) => ({ subjectid, formtypeid }) },
  listActivities: { give: below },
  listReferenceData: { give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid }) },
  listHistory: { give: subject, groups: ['admin', 'hp'] },
  listRemoved: { give: nothing, ...ofAdmin },
  listPeople: { give: nothing, ...ofAdmin },
  getPerson: { give: nobody, ...ofAdmin, answer: 'NOT_FOUND' },
  listSessions: { give: nothing, ...ofEverybody },
  listTokens: { give: nothing, ...ofEverybody },

  addSite: { give: () => ({ identifier: newSiteid(), name: 'Another' }) },
  updateSite: { give: ({ siteid }) => ({ siteid, name: 'Renamed', version: 1 }) },
  removeSite: { give: site },
  addDevice: { give: ({ siteid }) => ({ siteid, deviceid: 'NEW1', hw_id: 'SN-1' }) },
  updateDevice: {
    give: ({ siteid, deviceid }) => ({ siteid, deviceid, input: { deviceid: 'RENAMED1', hw_id: 'SN-2', version: 1 } }),
  },
  removeDevice: { give: ({ siteid, deviceid }) => ({ siteid, deviceid }) },
  addStudy: { give: ({ siteid }) => ({ siteid, name: 'Another' }) },
  updateStudy: { give: (place) => ({ ...study(place), input: { name: 'Renamed', status: 'OPEN', version: 1 } }) },
  removeStudy: { give: study },
  addActivityType: { give: ({ studyid }) => ({ studyid, description: 'Treadmill' }) },
  updateActivityType: {
    give: ({ studyid, activitytypeid }) => ({ activitytypeid, input: { studyid, description: 'Stairs', version: 1 } }),
  },
  removeActivityType: { give: ({ studyid, activitytypeid }) => ({ studyid, activitytypeid }) },
  addFormType: { give: ({ studyid }) => ({ studyid, identifier: 'Baseline', fields }) },
  updateFormType: {
    give: ({ studyid, formtypeid }) => ({
      formtypeid,
      input: { studyid, identifier: 'Follow-up', fields, version: 1 },
    }),
  },
  removeFormType: { give: ({ studyid, formtypeid }) => ({ studyid, formtypeid }) },
  addSubject: {
    give: (place) => ({
      input: { ...study(place), subjectid: crypto.randomUUID(), devices: devices(place), status: 'OPEN' },
    }),
  },
  addSubjectV2: {
    give: (place) => ({ input: { ...study(place), identifier: 'S-001', devices: devices(place), status: 'OPEN' } }),
  },
  updateSubject: {
    give: (place) => ({
      input: {
        ...study(place),
        ...below(place),
        identifier: 'S-002',
        devices: devices(place),
        status: 'OPEN',
        reason: 'a slip',
        version: 1,
      },
    }),
  },
  removeSubject: { give: subject },
  addForm: {
    give: ({ subjectid, freeFormtypeid }) => ({
      input: { subjectid, formtypeid: freeFormtypeid, fields: [{ key: 'date', value: '1792497600' }] },
    }),
  },
  updateForm: {
    give: ({ subjectid, formtypeid }) => ({
      input: { subjectid, formtypeid, fields: [{ key: 'date', value: '1792497600' }], version: 1 },
    }),
  },
  removeForm: { give: ({ subjectid, formtypeid }) => ({ subjectid, formtypeid }) },
  addActivity: {
    give: ({ subjectid, freeActivitytypeid }) => ({
      input: { subjectid, activitytypeid: freeActivitytypeid, ...times },
    }),
  },
  updateActivity: {
    give: ({ subjectid, activitytypeid }) => ({ input: { subjectid, activitytypeid, ...times, version: 1 } }),
  },
  removeActivity: { give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid }) },
  addReferenceData: {
    give: ({ siteid, studyid, subjectid, activitytypeid, identifier }) => ({
      subjectid,
      input: { siteid, studyid, activitytypeid, identifier, filename: 'chest.csv', sha256: 'a'.repeat(64) },
    }),
  },
  completeReferenceData: { give: ({ subjectid, referencedataid }) => ({ subjectid, referencedataid }) },
  removeReferenceData: { give: ({ subjectid, referencedataid }) => ({ subjectid, referencedataid }) },
  updateMe: {
    give: () => ({
      input: { given_name: 'Kari', family_name: 'Nordmann', phone_number: '+47 22 33 44 55', email: '' },
    }),
  },
  resendEmailVerification: { give: nothing, answer: 'BAD_INPUT' },
  verifyEmail: { give: () => ({ email: 'kari@example.org', code: '123456' }), answer: 'BAD_INPUT' },
  restoreRemoved: {
    give: () => ({ kind: 'SITE', id: 'nosuchsite', name: 'Another' }),
    ...ofAdmin,
    answer: 'NOT_FOUND',
  },
  approvePerson: { give: () => ({ ...nobody(), input: rights }), ...ofAdmin, answer: 'NOT_FOUND' },
  updatePerson: { give: () => ({ ...nobody(), input: rights }), ...ofAdmin, answer: 'NOT_FOUND' },
  deactivatePerson: { give: nobody, ...ofAdmin, answer: 'NOT_FOUND' },
  reactivatePerson: { give: nobody, ...ofAdmin, answer: 'NOT_FOUND' },
  endPersonSessions: { give: nobody, ...ofAdmin, answer: 'NOT_FOUND' },
  endSession: { give: () => ({ sessionid: 'no such session' }), ...ofEverybody },
  endAllSessions: { give: nothing, ...ofEverybody, endsSession: true },
  addToken: {
    give: () => ({ input: { name: 'A script', scopes: ['read'], days: 1 } }),
    groups: ['admin', 'hp', 'study:admin', 'subject:admin'],
  },
  removeToken: { give: () => ({ tokenid: 'no such token' }), ...ofEverybody, answer: 'NOT_FOUND' },

  onSitesUpdates: { give: nothing },
  onDevicesUpdates: { give: site },
  onStudiesUpdates: { give: site },
  onActivityTypesUpdates: { give: type },
  onFormTypesUpdates: { give: type },
  onSubjectsUpdates: { give: type },
  onSubjectUpdates: { give: subject },
  onFormsUpdates: { give: below },
  onActivitiesUpdates: { give: below },
  onPeopleUpdates: { give: nothing, ...ofAdmin },
  onReferenceDataUpdates: { give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid }) },
}
