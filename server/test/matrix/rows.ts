import { describeUnreadable } from '@casebook/domain/reference-data/file-description.ts'
import { newSiteid, type Place } from '../beds/place.ts'
import { dataRows } from './data-rows.ts'
import type { Row } from './row.ts'
import { studySetupRows } from './study-setup-rows.ts'
import { visitRows } from './visit-rows.ts'

const person = ({ personid }: Place) => ({ personid })
const rights = { groups: ['hp'], all_sites: false, sites: [] }
const ofAdmin = { groups: ['admin'] } as const
const ofStaff = { groups: ['admin', 'hp'] } as const
const ofEverybody = { groups: ['signed-in'] } as const

const type = ({ studyid }: Place) => ({ studyid })
const study = ({ siteid, studyid }: Place) => ({ siteid, studyid })
const subject = ({ studyid, subjectid }: Place) => ({ studyid, subjectid })
const below = ({ subjectid }: Place) => ({ subjectid })
const site = ({ siteid }: Place) => ({ siteid })
const nothing = () => ({})
const fields = [{ name: 'date', type: 'Date', required: false }]
const times = { startTime: 1_792_476_000, stopTime: 1_792_476_600, comment: 'even pace' }
const unread = describeUnreadable({ code: 'unknown-format', offset: 0, line: null, detail: null })
const description = JSON.stringify(unread)
const devices = ({ deviceid }: Place) => [{ deviceid, position: 'CHEST' }]

/** A row for every root field. The matrix fails for a root field without one. */
export const rows: Readonly<Record<string, Row>> = {
  ...dataRows,
  ...studySetupRows,
  ...visitRows,
  me: { give: nothing },
  listSites: { give: nothing },
  getSite: { give: site },
  getPendingUploads: { give: site, ...ofAdmin },
  listDevices: { give: site },
  listStudies: { give: site },
  getStudy: { give: study },
  listActivityTypes: { give: type },
  getActivityType: { give: ({ studyid, activitytypeid }) => ({ studyid, activitytypeid }) },
  listFormTypes: { give: type },
  getFormType: { give: ({ studyid, formtypeid }) => ({ studyid, formtypeid }) },
  listFormTypeVersions: { give: ({ studyid, formtypeid }) => ({ studyid, formtypeid }), ...ofStaff },
  reviewFormTypeDraft: {
    give: ({ studyid, formtypeid }) => ({ formtypeid, input: { studyid, identifier: 'Draft', fields, version: 1 } }),
    groups: ['study:admin'],
  },
  listSubjects: { give: type },
  findSubjects: { give: ({ siteid }) => ({ siteid, text: 's' }), ...ofStaff },
  getSubject: { give: subject },
  listWorn: { give: below, ...ofStaff },
  listWearers: { give: ({ siteid, deviceid }) => ({ siteid, deviceid }), ...ofStaff },
  listWornTwice: { give: below, ...ofStaff },
  listForms: { give: below },
  getForm: { give: ({ subjectid, formtypeid }) => ({ subjectid, formtypeid }) },
  listActivities: { give: below },
  listRunningActivities: { give: below, ...ofStaff },
  listReferenceData: { give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid, occurrence: 1 }) },
  getRecordingLayout: { give: ({ studyid }) => ({ studyid, fingerprint: 'csv-0' }), ...ofStaff },
  listSameFiles: { give: ({ studyid }) => ({ studyid, sha256: '0'.repeat(64) }), ...ofStaff },
  listDeviceElsewhere: { give: below, ...ofStaff },
  listStudyDocuments: { give: type },
  listHistory: { give: subject, groups: ['admin', 'hp'] },
  listStudyHistory: { give: type, ...ofStaff },
  listChanges: { give: nothing, ...ofStaff },
  listRemoved: { give: nothing, ...ofAdmin },
  listPeople: { give: nothing, ...ofAdmin },
  getPerson: { give: person, ...ofAdmin },
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
  saveFormTypeDraft: {
    give: ({ studyid, formtypeid }) => ({ formtypeid, input: { studyid, identifier: 'Draft', fields, version: 1 } }),
    groups: ['study:admin'],
  },
  publishFormType: {
    give: ({ formtypeid }) => ({ formtypeid, version: 1 }),
    groups: ['study:admin'],
    answer: 'CONFLICT',
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
  reviewFormRenewal: { give: ({ studyid, formtypeid }) => ({ studyid, formtypeid }), ...ofStaff },
  renewForms: {
    give: ({ studyid, formtypeid, subjectid }) => ({ studyid, formtypeid, forms: [{ subjectid }] }),
    ...ofStaff,
    answer: 'CONFLICT',
  },
  undoFormRenewal: {
    give: ({ studyid, formtypeid }) => ({ studyid, formtypeid, renewalid: 'none' }),
    ...ofStaff,
    answer: 'CONFLICT',
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
  putBackForm: {
    give: ({ subjectid, formtypeid }) => ({ subjectid, formtypeid, reason: 'a slip' }),
    ...ofStaff,
    answer: 'ALREADY_EXISTS',
  },
  startActivity: {
    give: ({ subjectid, freeActivitytypeid }) => ({ subjectid, activitytypeid: freeActivitytypeid }),
    ...ofStaff,
  },
  stopActivity: {
    give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid }),
    ...ofStaff,
    answer: 'NOT_FOUND',
  },
  cancelStart: {
    give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid }),
    ...ofStaff,
    answer: 'NOT_FOUND',
  },
  putBackActivity: {
    give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid, reason: 'a slip' }),
    ...ofStaff,
    answer: 'ALREADY_EXISTS',
  },
  putBackSubjectDevice: {
    give: ({ subjectid, deviceid }) => ({ subjectid, deviceid, position: 'CHEST', reason: 'a slip' }),
    ...ofStaff,
  },
  putBackReferenceData: {
    give: ({ subjectid, removedReferencedataid }) => ({
      subjectid,
      referencedataid: removedReferencedataid,
      reason: 'a slip',
    }),
    ...ofStaff,
  },
  removeActivity: { give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid }) },
  addReferenceData: {
    give: ({ siteid, studyid, subjectid, activitytypeid, identifier }) => ({
      subjectid,
      input: { siteid, studyid, activitytypeid, identifier, filename: 'chest.csv', sha256: 'a'.repeat(64) },
    }),
  },
  completeReferenceData: { give: ({ subjectid, referencedataid }) => ({ subjectid, referencedataid }) },
  describeReferenceData: {
    give: ({ subjectid, referencedataid }) => ({ subjectid, referencedataid, description }),
    ...ofStaff,
  },
  setReferenceDataZone: {
    give: ({ subjectid, referencedataid }) => ({ subjectid, referencedataid, zone: 'Europe/Oslo' }),
    ...ofStaff,
  },
  correctReferenceDataClock: {
    give: ({ subjectid, referencedataid }) => ({ subjectid, referencedataid, seconds: 3.5, previousSeconds: 0 }),
    ...ofStaff,
  },
  removeReferenceData: { give: ({ subjectid, referencedataid }) => ({ subjectid, referencedataid }) },
  addStudyDocument: {
    give: ({ studyid }) => ({ input: { studyid, title: 'Approval', kind: 'approval', filename: 'approval.pdf' } }),
  },
  addStudyDocumentVersion: {
    give: ({ documentid }) => ({ documentid, filename: 'protocol-2.pdf', date: '2026-10-20' }),
  },
  completeStudyDocument: { give: ({ documentid }) => ({ documentid, number: 1 }) },
  removeStudyDocument: { give: ({ documentid }) => ({ documentid }) },
  putBackStudyDocument: { give: ({ removedDocumentid }) => ({ documentid: removedDocumentid, reason: 'a slip' }) },
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
  approvePerson: { give: ({ pendingid }) => ({ personid: pendingid, input: rights }), ...ofAdmin },
  updatePerson: { give: ({ personid }) => ({ personid, input: rights }), ...ofAdmin },
  deactivatePerson: { give: person, ...ofAdmin },
  reactivatePerson: { give: ({ deactivatedid }) => ({ personid: deactivatedid }), ...ofAdmin },
  endPersonSessions: { give: person, ...ofAdmin },
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
  onStudyDocumentsUpdates: { give: type },
  onReferenceDataUpdates: { give: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid }) },
}
