import { readFileSync } from 'node:fs'
import { compareNames } from '@casebook/domain/shared/names/names.ts'
import { getNamedType, isLeafType, isListType, isNonNullType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proveScope, systemActor } from '../../src/access/scope.ts'
import { write } from '../../src/writes/write.ts'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { until } from '../beds/live.ts'
import { run, schema } from '../beds/operations.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'
import { makePlace, type Place } from '../beds/place.ts'

// What the descriptions of the schema say about answers, held against answers. A new sentence needs its rule here.

// biome-ignore lint/suspicious/noExplicitAny: answers of any type.
type Row = Record<string, any>

/** When the field of an answered object is null: by its other fields, or by what the test did with the object. */
const nulls: Record<string, ((row: Row) => boolean) | string> = {
  'Query.getExport': 'server/src/exports/exports.robust.test.ts',
  'Query.getRecordingLayout': 'server/src/reference-data/recordings.test.ts',
  'Activity.visitid': 'server/src/activities/repeats.test.ts',
  'Change.kind': 'server/src/changes/changes.test.ts',
  'Change.studyid': ({ kind }) => kind === 'SITE' || kind === 'DEVICE',
  'Change.subjectid': ({ kind }) => !['SUBJECT', 'FORM', 'ACTIVITY', 'REFERENCE_DATA'].includes(kind),
  'Change.visitid': 'server/src/activities/repeats.test.ts',
  'Change.occurrence': ({ kind }) => !['FORM', 'ACTIVITY', 'REFERENCE_DATA'].includes(kind),
  'Export.subjectids': ({ __typename }) => __typename === 'Export',
  'Export.studyName': ({ studyid }) => studyid === null,
  'Export.subjectIdentifier': ({ subjectid }) => subjectid === null,
  'Export.at': ({ state }) => state === 'WAITING',
  'Export.total': 'server/src/exports/exports.robust.test.ts',
  'Export.seed': ({ segments }) => !segments,
  'Export.sha256': ({ state }) => state !== 'DONE',
  'Export.expiresAt': ({ state }) => state !== 'DONE',
  'Export.finishedAt': ({ state }) => state === 'WAITING' || state === 'RUNNING',
  'ExportEvent.by': 'server/src/exports/exports.robust.test.ts',
  'ImportJob.reason': 'server/src/importing/importing.test.ts',
  'ImportJob.formtypeid': 'server/src/importing/importing.test.ts',
  'ImportJob.total': 'server/src/importing/importing.test.ts',
  'ImportJob.sha256': 'server/src/importing/importing.test.ts',
  'ImportJob.outcome': 'server/src/importing/importing.test.ts',
  'ImportJob.finishedAt': 'server/src/importing/importing.test.ts',
  'ImportMistake.column': 'server/src/imports/imports.test.ts',
  'ImportOutcome.seen': 'server/src/imports/imports-seen.test.ts',
  'ImportOrigin.formTypeName': 'server/src/imports/imports.test.ts',
  'ImportOrigin.studyName': 'server/src/imports/imports.test.ts',
  'Activity.label': 'server/src/activities/repeats.test.ts',
  'DeviceElsewhere.visitid': 'server/src/reference-data/recordings.test.ts',
  'DraftSubject.visitid': 'server/src/form-types/versions.test.ts',
  'DraftSubject.occurrence': 'server/src/visits/visits.test.ts',
  'CalendarVisit.identifier': 'server/src/visits/calendar/calendar.test.ts',
  'CalendarVisit.earliestDate': 'server/src/visits/calendar/calendar.test.ts',
  'CalendarVisit.latestDate': 'server/src/visits/calendar/calendar.test.ts',
  'Deviation.days': 'server/src/visits/deviations.test.ts',
  'Deviation.explanation': 'server/src/visits/deviations.test.ts',
  'ScheduleFinding.visitid': 'server/src/visits/visits.test.ts',
  'Form.label': 'server/src/forms/repeats.test.ts',
  'Form.visitid': 'server/src/forms/repeats.test.ts',
  'FormTypeField.length': ({ name }) => name !== 'bounded',
  'HistoryEntry.before': ({ action }) => action === 'ADDED',
  'HistoryEntry.after': ({ action }) => action === 'REMOVED',
  'ReferenceData.size': ({ status }) => status !== 'UPLOADED',
  'ReferenceData.downloadUrl': ({ status }) => status !== 'UPLOADED',
  'ReferenceData.sha256': ({ filename }) => filename !== 'hashed.csv',
  'ReferenceData.description': 'server/src/reference-data/recordings.test.ts',
  'ReferenceData.zone': ({ filename }) => filename !== 'corrected.csv',
  'ReferenceData.clockCorrectedBy': ({ filename }) => filename !== 'corrected.csv',
  'ReferenceData.clockCorrectedAt': ({ filename }) => filename !== 'corrected.csv',
  'ReferenceData.visitid': 'server/src/activities/repeats.test.ts',
  'RunningActivity.label': 'server/src/activities/repeats.test.ts',
  'RunningActivity.visitid': 'server/src/activities/repeats.test.ts',
  'Removed.studyName': ({ kind }) => ['SITE', 'DEVICE', 'STUDY'].includes(kind),
  'Site.lastChangeAt': ({ name }) => name === 'Without subjects',
  'StudyDocumentVersion.date': ({ filename }) => filename !== 'dated and hashed.pdf',
  'StudyDocumentVersion.size': ({ status }) => status !== 'UPLOADED',
  'StudyDocumentVersion.sha256': ({ filename }) => filename !== 'dated and hashed.pdf',
  'StudyDocumentVersion.downloadUrl': ({ status }) => status !== 'UPLOADED',
  'StudyDocumentVersion.viewUrl': ({ status, filename }) => status !== 'UPLOADED' || !filename.endsWith('.pdf'),
  'SubjectFacts.changedBy': () => false,
  'SubjectVisit.plannedDate': 'server/src/visits/visits.test.ts',
  'SubjectVisit.earliestDate': 'server/src/visits/visits.test.ts',
  'SubjectVisit.latestDate': 'server/src/visits/visits.test.ts',
  'SubjectVisit.date': 'server/src/visits/visits.test.ts',
  'SubjectVisit.reason': 'server/src/visits/visits.test.ts',
  'Visit.day': 'server/src/visits/visits.test.ts',
  'Subject.identifier': ({ subjectid }) => subjectid.startsWith('only-an-id'),
  'Subject.snapshot': ({ identifier }) => identifier !== 'Closed once',
  'SubjectDevice.from': 'server/src/subjects/worn.test.ts',
  'SubjectDevice.to': 'server/src/subjects/worn.test.ts',
  'SubjectDevice.visitid': 'server/src/subjects/worn.test.ts',
  'Wearer.identifier': 'server/src/subjects/worn.test.ts',
  'Measure.epochs': 'server/src/measuring/measuring.test.ts',
  'Measure.unit': 'server/src/measuring/measuring.test.ts',
  'Measure.value': 'server/src/measuring/measuring.test.ts',
  'MeasuredFile.measuredAt': 'server/src/measuring/measuring.test.ts',
  'MeasuredFile.measuredFrom': 'server/src/measuring/measuring.test.ts',
  'MarkCount.mark': 'server/src/reference-data/marked-files.test.ts',
  'MarkedFile.visitid': 'server/src/reference-data/marked-files.test.ts',
  'MeasuredFile.visitid': 'server/src/measuring/measuring.test.ts',
  'StudyMeasure.unit': 'server/src/measuring/measuring.test.ts',
  'StudyMeasure.value': 'server/src/measuring/measuring.test.ts',
  'StudyMeasure.visitid': 'server/src/measuring/measuring.test.ts',
  'Person.asserted': 'server/src/users/people.test.ts',
  'AccessToken.studies': ({ name }) => name !== 'limited',
  'AccessToken.last_used_at': ({ name }) => name !== 'used',
  'AccessToken.last_used_address': ({ name }) => name !== 'used',
}

const byName = (key: string) => (a: Row, b: Row) => compareNames(String(a[key]), String(b[key]))
/** Types are not read where they are nested too deeply to be asked for. */
const byType = (type: string, key: string) => (a: Row, b: Row) => (a[type] ? byName(key)(a[type], b[type]) : 0)
const newestFirst = (key: string) => (a: Row, b: Row) => String(b[key]).localeCompare(String(a[key]))
/** The order of a list, as a comparison of two of its objects. */
const orders: Record<string, ((a: Row, b: Row) => number) | string> = {
  'Activity.referenceData': byName('filename'),
  'DraftFinding.subjects': 'server/src/form-types/versions.test.ts',
  'Query.listActivities': byType('activitytype', 'description'),
  'Query.listRunningActivities': (a, b) => a.startTime - b.startTime,
  'Query.listActivityTypes': byName('description'),
  'Query.listDevices': byName('deviceid'),
  'Query.listFormReaders': 'server/src/forms/readers.test.ts',
  'Query.listExports': newestFirst('askedAt'),
  'Query.listImportJobs': 'server/src/importing/importing.test.ts',
  'Query.listExportEvents': 'server/src/exports/exports.robust.test.ts',
  'Query.listExportAccesses': 'server/src/exports/record-refusal.test.ts',
  'Query.listFormTypes': byName('identifier'),
  'Query.listFormTypeVersions': 'server/src/form-types/versions.test.ts',
  'Query.listForms': byType('formtype', 'identifier'),
  'Query.listHistory': (a, b) => Number(b.historyid) - Number(a.historyid),
  'Query.listStudyHistory': (a, b) => Number(b.historyid) - Number(a.historyid),
  'Query.listReferenceData': byName('filename'),
  'Query.listSameFiles': 'server/src/reference-data/recordings.test.ts',
  'Query.listDeviceElsewhere': 'server/src/reference-data/recordings.test.ts',
  'Query.listMarkedFiles': 'server/src/reference-data/marked-files.test.ts',
  'Query.countMarkedFiles': 'server/src/reference-data/marked-files.test.ts',
  'Query.listMeasures': 'server/src/measuring/measuring.test.ts',
  'MeasuredFile.measures': 'server/src/measuring/measuring.test.ts',
  'Query.listStudyMeasures': 'server/src/measuring/measuring.test.ts',
  'Query.listWorn': 'server/src/subjects/worn.test.ts',
  'Query.listWearers': 'server/src/subjects/worn.test.ts',
  'Query.listRemoved': newestFirst('removedAt'),
  'Query.listSites': byName('name'),
  'Query.listStudies': byName('name'),
  'Query.listStudyDocuments': (a, b) =>
    compareNames(a.kind.toLowerCase(), b.kind.toLowerCase()) ||
    compareNames(a.title.toLowerCase(), b.title.toLowerCase()),
  'Query.listVisits': 'server/src/visits/visits.test.ts',
  'Query.listSubjectVisits': 'server/src/visits/visits.test.ts',
  'Query.listVisitStandings': 'server/src/visits/visits.test.ts',
  'Query.listDeviations': 'server/src/visits/deviations.test.ts',
  'Query.listCalendar': 'server/src/visits/calendar/calendar.test.ts',
  'ScheduleFinding.subjects': 'server/src/visits/visits.test.ts',
  'Visit.formtypeids': 'server/src/visits/visits.test.ts',
  'Visit.activitytypeids': 'server/src/visits/visits.test.ts',
  'Query.findSubjects': (a, b) => Number(!/^s/i.test(a.identifier)) - Number(!/^s/i.test(b.identifier)),
  'Query.listSubjects': (a, b) => compareNames(a.identifier ?? a.subjectid, b.identifier ?? b.subjectid),
  'PendingUploads.people': 'server/src/uploads/pending-uploads.test.ts',
  'Query.listPeople': (a, b) => Number(a.state !== 'PENDING') - Number(b.state !== 'PENDING'),
  'Query.listSessions': 'server/src/users/tokens.test.ts',
  'ChangePage.changes': 'server/src/changes/changes.test.ts',
  'ImportOutcome.origins': 'server/src/imports/imports.test.ts',
  'ImportOutcome.mistakes': 'domain/src/exports/import/import.test.ts',
  'FormType.fields': 'server/src/form-types/form-types.test.ts',
  'FormRenewalReview.renewals': 'server/src/forms/renewal.test.ts',
  'Form.fields': 'server/src/forms/forms.test.ts',
  'Site.studies': byName('name'),
  'Site.devices': byName('deviceid'),
  'Study.activitytypes': byName('description'),
  'Study.formtypes': byName('identifier'),
  'Study.subjects': (a, b) => compareNames(a.identifier ?? a.subjectid, b.identifier ?? b.subjectid),
  'StudyDocument.versions': (a, b) => a.number - b.number,
  'StudyFigures.enrolment': byName('week'),
  'Subject.forms': byType('formtype', 'identifier'),
  'Subject.activities': byType('activitytype', 'description'),
  'Subject.devices': 'server/src/subjects/subjects.test.ts',
}

const said = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__') && name !== 'Mutation' && name !== 'Subscription')
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({
      at: `${type.name}.${field.name}`,
      isList: isListType(isNonNullType(field.type) ? field.type.ofType : field.type),
      text: field.description ?? '',
    })),
  )
const sayNull = said.filter(({ text }) => /\bnull\b/i.test(text)).map(({ at }) => at)
const sayOrder = said
  .filter(({ isList, text }) => isList && /\b(first|newest|oldest|sorted|up to|at most|in the order)\b/i.test(text))
  .map(({ at }) => at)

test('every sentence about null and about the order of a list has its rule', () => {
  expect(Object.keys(nulls).sort()).toEqual(sayNull.sort())
  expect(Object.keys(orders).sort()).toEqual(sayOrder.sort())
  for (const [at, rule] of [...Object.entries(nulls), ...Object.entries(orders)]) {
    const [, field = ''] = at.split('.')
    if (typeof rule === 'string') expect(readFileSync(rule, 'utf8').includes(field) ? '' : `${at} in ${rule}`).toBe('')
  }
})

/** Every leaf of a type, and its objects down to this depth, each with its type's name. */
function everything(typeName: string, depth: number): string {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) return ''
  const fields = Object.values(type.getFields()).flatMap(({ name, type: of }) => {
    const below = getNamedType(of)
    if (isLeafType(below)) return [name]
    return depth > 0 ? [`${name} { ${everything(below.name, depth - 1)} }`] : []
  })
  return ['__typename', ...fields].join(' ')
}

let casebook: Casebook
let admin: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  place = await makePlace(casebook)
  await fill()
})
afterAll(() => casebook.stop())

/** Records in every state that a sentence tells apart. */
async function fill() {
  const { siteid, studyid, subjectid, activitytypeid, freeActivitytypeid, formtypeid, freeFormtypeid } = place
  await run(admin, 'addSite', { identifier: 'empty', name: 'Without subjects' })
  for (const name of ['b', 'C', 'a', 'Å']) {
    await run(admin, 'addStudy', { siteid, name })
    await run(admin, 'addDevice', { siteid, deviceid: `D${name.charCodeAt(0)}` })
    const field = {
      name: name === 'b' ? 'bounded' : name,
      type: 'String',
      required: false,
      length: name === 'b' ? 5 : null,
    }
    await run(admin, 'addFormType', { studyid, identifier: name, fields: [field] })
    const added = await run(admin, 'addActivityType', { studyid, description: name })
    const one = { subjectid, activitytypeid: added.activitytypeid }
    if (name < 'b') await run(admin, 'startActivity', one)
    else await run(admin, 'addActivity', { input: { ...one, startTime: 1, stopTime: 2 } })
    await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: `${name}s` } })
    await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: `s${name}` } })
  }
  await run(admin, 'addSubject', { input: { siteid, studyid, subjectid: `only-an-id-${siteid}` } })
  const closed = await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: 'Closed once' } })
  await run(admin, 'addActivity', { input: { subjectid: closed.subjectid, activitytypeid, startTime: 1, stopTime: 2 } })
  for (const status of ['CLOSED', 'OPEN'])
    await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid: closed.subjectid, status } })
  const one = { subjectid, activitytypeid: freeActivitytypeid }
  await run(admin, 'addActivity', { input: { ...one, startTime: 1, stopTime: 2 } })
  await run(admin, 'removeActivity', one)
  await run(admin, 'putBackActivity', one)
  await run(admin, 'removeActivity', one)
  await run(admin, 'startActivity', one)
  await run(admin, 'addForm', { input: { subjectid, formtypeid: freeFormtypeid, fields: [] } })
  await run(admin, 'removeForm', { subjectid, formtypeid: freeFormtypeid })
  await run(admin, 'putBackForm', { subjectid, formtypeid: freeFormtypeid })
  await run(admin, 'removeForm', { subjectid, formtypeid })
  await run(admin, 'addForm', { input: { subjectid, formtypeid, fields: [] } })
  const file = async (filename: string, more: Row = {}) => {
    const input = { siteid, studyid, activitytypeid, filename, ...more }
    const { referencedataid } = await run(admin, 'addReferenceData', { subjectid, input })
    return { subjectid, referencedataid }
  }
  await file('hashed.csv', { sha256: 'a'.repeat(64) })
  const corrected = await file('corrected.csv')
  await run(admin, 'setReferenceDataZone', { ...corrected, zone: 'Europe/Oslo' })
  await run(admin, 'correctReferenceDataClock', { ...corrected, seconds: 60, previousSeconds: 0 })
  const [uploaded, failed] = [await file('uploaded.csv'), await file('Failed.csv')]
  await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    const settle = (status: 'UPLOADED' | 'FAILED', size: number | null, { referencedataid }: Row) =>
      tx.updateTable('reference_data').set({ status, size }).where('referencedataid', '=', referencedataid).execute()
    await settle('UPLOADED', 3, uploaded)
    await settle('FAILED', null, failed)
  })
  const document = async (title: string, kind: string, more: Row = {}) => {
    const input = { studyid, title, kind, filename: 'waiting.pdf', ...more }
    return (await run(admin, 'addStudyDocument', { input }, 'documentid')).documentid
  }
  const given = { filename: 'dated and hashed.pdf', date: '2026-10-20', sha256: 'a'.repeat(64) }
  const documentid = await document('b', 'protocol', given)
  await document('A', 'protocol')
  await document('C', 'Approval')
  for (const filename of ['letter.docx', 'waiting.pdf'])
    await run(admin, 'addStudyDocumentVersion', { documentid, filename }, 'documentid')
  await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    await tx
      .updateTable('study_document_version')
      .set({ status: 'UPLOADED', size: 3 })
      .where('documentid', '=', documentid)
      .where('filename', '<>', 'waiting.pdf')
      .execute()
  })
  const detached = await run(admin, 'addStudy', { siteid, name: 'Removed' })
  await run(admin, 'removeStudy', { siteid, studyid: detached.studyid })
  await run(admin, 'removeDevice', { siteid, deviceid: 'D97' })
  const gone = await run(admin, 'addFormType', { studyid, identifier: 'Removed', fields: [] })
  await run(admin, 'removeFormType', { studyid, formtypeid: gone.formtypeid })
  await run(admin, 'addExport', { input: { siteid } })
  const other = await addPerson(casebook, 'Berit', { groups: ['hp', 'study:admin'] })
  await run(other, 'addExport', { input: { siteid, studyid, subjectid } })
  await addPerson(casebook, 'Aase', { state: 'pending', sites: [] })
  const token = (name: string, more: Row = {}) =>
    admin.ask('mutation ($input: TokenInput!) { addToken(input: $input) { token } }', {
      input: { name, scopes: ['read'], days: 1, ...more },
    })
  await token('unused')
  await token('limited', { studies: [studyid] })
  const { token: used } = (await token('used')).addToken
  await fetch(`${casebook.origin}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${used}`, 'content-type': 'application/json' },
    body: '{"query":"{ listSites { siteid } }"}',
  })
}

/** The queries that answer these objects, with the depth to which they are read. */
const asked: [name: string, type: string, variables: () => Row, depth?: number][] = [
  ['listSites', 'Site', () => ({})],
  ['getSite', 'Site', () => ({ siteid: place.siteid }), 1],
  ['listDevices', 'Device', () => ({ siteid: place.siteid })],
  ['listStudies', 'Study', () => ({ siteid: place.siteid }), 0],
  ['getStudy', 'Study', () => ({ siteid: place.siteid, studyid: place.studyid }), 2],
  ['listActivityTypes', 'ActivityType', () => ({ studyid: place.studyid })],
  ['listFormTypes', 'FormType', () => ({ studyid: place.studyid }), 1],
  ['listSubjects', 'Subject', () => ({ studyid: place.studyid }), 0],
  ['getSubject', 'Subject', () => ({ studyid: place.studyid, subjectid: place.subjectid }), 2],
  ['findSubjects', 'Subject', () => ({ siteid: place.siteid, text: 's' }), 0],
  ['listForms', 'Form', () => ({ subjectid: place.subjectid }), 1],
  ['listActivities', 'Activity', () => ({ subjectid: place.subjectid }), 1],
  ['listRunningActivities', 'RunningActivity', () => ({ subjectid: place.subjectid })],
  ['listReferenceData', 'ReferenceData', () => ({ subjectid: place.subjectid })],
  ['listStudyDocuments', 'StudyDocument', () => ({ studyid: place.studyid }), 1],
  ['listHistory', 'HistoryEntry', () => ({ studyid: place.studyid, subjectid: place.subjectid, limit: 200 })],
  ['listStudyHistory', 'HistoryEntry', () => ({ studyid: place.studyid, limit: 200 })],
  ['listRemoved', 'Removed', () => ({})],
  ['listPeople', 'Person', () => ({}), 0],
  ['listExports', 'Export', () => ({ siteid: place.siteid })],
  ['listTokens', 'AccessToken', () => ({})],
]

describe('answers keep what the schema says', () => {
  const seen = new Map<string, Set<boolean>>()

  test.each(asked)('%s', async (name, type, variables, depth = 0) => {
    const answer: unknown = await run(admin, name, variables(), everything(type, depth))
    check(`Query.${name}`, answer)
  })

  test('listChanges', async () => {
    const { position } = await run(admin, 'listChanges', {}, 'position')
    await run(admin, 'updateSite', { siteid: place.siteid, name: 'Bodø' })
    await run(admin, 'addStudy', { siteid: place.siteid, name: 'Later' })
    await run(admin, 'addActivityType', { studyid: place.studyid, description: 'Later' })
    await run(admin, 'removeForm', { subjectid: place.subjectid, formtypeid: place.formtypeid })
    await until('the changes are reported', async () => {
      const page = await run(admin, 'listChanges', { after: position }, everything('ChangePage', 1))
      check('Query.listChanges', page)
      return page.changes.some(({ kind, action }: Row) => kind === 'FORM' && action === 'REMOVED')
    })
  })

  test('each of these sentences was seen to hold both ways', () => {
    const oneWay = ['SubjectFacts.changedBy', ...[...seen.keys()].filter((at) => at.startsWith('Export.'))]
    const here = Object.entries(nulls).filter(([at, rule]) => typeof rule !== 'string' && !at.startsWith('Export.'))
    for (const [at] of here) if (!oneWay.includes(at)) expect(seen.get(at)?.size, at).toBe(2)
  })

  function check(at: string, value: unknown) {
    if (Array.isArray(value)) {
      const order = orders[at]
      if (typeof order === 'function') {
        if (at.startsWith('Query.')) expect(value.length, at).toBeGreaterThan(1)
        for (const [place, each] of value.entries())
          if (place > 0) expect(order(value[place - 1], each), `${at} ${place}`).toBeLessThanOrEqual(0)
      }
      for (const each of value) check(at, each)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const row: Row = value
    for (const [key, below] of Object.entries(row)) {
      const name = `${row.__typename}.${key}`
      const rule = nulls[name]
      if (typeof rule === 'function') {
        expect(below === null, `${name} of ${JSON.stringify(row)}`).toBe(rule(row))
        seen.set(name, (seen.get(name) ?? new Set()).add(below === null))
      }
      check(name, below)
    }
  }
})
