import { readFileSync } from 'node:fs'
import { describeUnreadable } from '@casebook/domain/reference-data/file-description.ts'
import { isEnumType, isInputObjectType, isObjectType } from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proveScope, systemActor } from '../src/access/scope.ts'
import { write } from '../src/writes/write.ts'
import { type Casebook, startCasebook } from './beds/casebook.ts'
import { openLive, until, type Watched } from './beds/live.ts'
import { attempt, run, schema } from './beds/operations.ts'
import { type AddedPerson, addPerson } from './beds/people.ts'
import { makePlace, type Place } from './beds/place.ts'

// What the descriptions of the schema say with "only" and "at most", held against answers. A new sentence needs its line
// here: a call with more than what it says, or the test that shows it.

type Row = Record<string, unknown>
type Call = readonly [operation: string, variables: Row]

const field = (more: Row) => ({ name: 'a', type: 'String', required: false, ...more })
const types = (fields: Row[], more: Row = {}): Call => [
  'addFormType',
  { studyid: place.studyid, identifier: crypto.randomUUID(), fields, ...more },
]
const many = <T>(count: number, each: (n: number) => T) => Array.from({ length: count }, (_, n) => each(n))
const devices = (count: number) => many(count, (n) => ({ deviceid: `NONE${n}`, position: 'CHEST' }))
const description = (length: number) =>
  JSON.stringify(describeUnreadable({ code: 'unknown-format', offset: 0, line: null, detail: null })).padEnd(length)
const moving = (operation: string, count: number): Call => {
  const { studyid, subjectid } = place
  return [operation, { studyid, subjectids: many(count, (n) => `${subjectid}${n}`), to: studyid }]
}
const text = (length: number) => 'x'.repeat(length)

/** Calls that give `count` of what a sentence says at most so many of may be given. */
const given: Record<string, (count: number) => Call> = {
  'Mutation.addFormType(fields)': (count) => types(many(count, (n) => field({ name: `f${n}` }))),
  'FormType.fields': (count) => types(many(count, (n) => field({ name: `f${n}` }))),
  'Mutation.addFormType(checks)': (count) =>
    types([field({})], {
      checks: many(count, () => ({ expression: 'a != "b"', message: 'no', field: 'a', soft: false })),
    }),
  'FormTypeFieldInput.label': (count) => types([field({ label: text(count) })]),
  'FormTypeFieldInput.help': (count) => types([field({ help: text(count) })]),
  'FormTypeFieldInput.options': (count) =>
    types([field({ type: 'Choice', options: many(count, (n) => ({ code: `c${n}`, label: `C ${n}` })) })]),
  'FormTypeFieldInput.translations': (count) =>
    types([field({ translations: many(count, (n) => ({ language: `a${String.fromCharCode(97 + n)}`, label: 'A' })) })]),
  'FieldTranslationInput.label': (count) => types([field({ translations: [{ language: 'nb', label: text(count) }] })]),
  'FieldTranslationInput.help': (count) => types([field({ translations: [{ language: 'nb', help: text(count) }] })]),
  'CheckTranslationInput.message': (count) => {
    const translations = [{ language: 'nb', message: text(count) }]
    return types([field({})], {
      checks: [{ expression: 'a != "b"', message: 'no', field: 'a', soft: false, translations }],
    })
  },
  'Mutation.describeReferenceData(description)': (count) => {
    const { subjectid, referencedataid } = place
    return ['describeReferenceData', { subjectid, referencedataid, description: description(count) }]
  },
  'ExportInput.subjectids': (count) => {
    const { siteid, studyid } = place
    return ['previewExport', { input: { siteid, studyid, subjectids: many(count, (n) => `none${n}`) } }]
  },
  'AddSubjectInput.devices': (count) => {
    const { siteid, studyid } = place
    return ['addSubject', { input: { siteid, studyid, subjectid: crypto.randomUUID(), devices: devices(count) } }]
  },
  'AddSubjectV2Input.devices': (count) => {
    const { siteid, studyid } = place
    return ['addSubjectV2', { input: { siteid, studyid, identifier: crypto.randomUUID(), devices: devices(count) } }]
  },
  'UpdateSubjectInput.devices': (count) => {
    const { siteid, studyid, subjectid } = place
    return ['updateSubject', { input: { siteid, studyid, subjectid, status: 'OPEN', devices: devices(count) } }]
  },
  'Query.reviewSubjectMove(subjectids)': (count) => moving('reviewSubjectMove', count),
  'Mutation.moveSubjects(subjectids)': (count) => moving('moveSubjects', count),
  'SubjectVisitInput.reason': (count) => {
    const { subjectid, visitid } = place
    return ['updateSubjectVisit', { input: { subjectid, visitid, state: 'MISSED', reason: text(count) } }]
  },
  'DeviationInput.explanation': (count) => {
    const { subjectid, visitid } = place
    return ['explainDeviation', { input: { subjectid, visitid, kind: 'MISSED', explanation: text(count) } }]
  },
  'Mutation.nameFormTypeVersion(note)': (count) => {
    const { studyid, formtypeid } = place
    return ['nameFormTypeVersion', { studyid, formtypeid, number: 1, note: text(count) }]
  },
  'Mutation.updateVisits': (count) => [
    'updateVisits',
    {
      studyid: place.studyid,
      visits: many(count, (n) => ({ name: `Visit ${n}`, formtypeids: [], activitytypeids: [] })),
    },
  ],
  'ProfileInput.email': (count) => {
    const email = `${text(count - '@example.org'.length)}@example.org`
    return ['updateMe', { input: { given_name: 'Kari', family_name: 'Nordmann', email } }]
  },
}

/** The test that shows a sentence: its file, and words of its name. `here`: below. */
const shown: Record<string, 'here' | readonly [file: string, name: string]> = {
  Activity: [
    'server/src/activities/activities.test.ts',
    'has one activity of each type, even if several people add it',
  ],
  Form: ['server/src/forms/forms.test.ts', 'is unique for its type and subject'],
  Change: ['server/src/changes/changes.test.ts', 'as ids only'],
  SubjectFacts: ['server/src/subjects/subject-facts.test.ts', 'counts the same for a whole study as the rules'],
  StudyFigures: ['server/src/subjects/subject-facts.test.ts', 'counts the same for a whole study as the rules'],
  'ActivityInput.occurrence': ['server/src/activities/repeats.test.ts', 'with several, a write says which'],
  'Mutation.removeActivity(occurrence)': ['server/src/activities/repeats.test.ts', 'with several, a write says which'],
  'Mutation.putBackActivity(occurrence)': ['server/src/activities/repeats.test.ts', 'with several, a write says which'],
  'Mutation.stopActivity(occurrence)': [
    'server/src/activities/repeats.test.ts',
    'several run at once, and each is stopped',
  ],
  'Mutation.cancelStart(occurrence)': [
    'server/src/activities/repeats.test.ts',
    'several run at once, and each is stopped',
  ],
  'FormInput.occurrence': ['server/src/forms/repeats.test.ts', 'a write with several says which'],
  'Mutation.removeForm(occurrence)': ['server/src/forms/repeats.test.ts', 'a write with several says which'],
  'Mutation.putBackForm(occurrence)': ['server/src/forms/repeats.test.ts', 'a write with several says which'],
  'StudyInput.places': ['server/src/studies/studies.test.ts', 'the places of a study'],
  'SubjectVisitInput.occurrence': ['server/src/visits/visits.test.ts', 'repeat where the schedule says so'],
  'ReferenceDataInput.occurrence': ['server/src/activities/repeats.test.ts', 'a file belongs to one of several'],
  'Query.listReferenceData(visitid)': ['server/src/activities/repeats.test.ts', 'a file belongs to one of several'],
  'Query.listReferenceData(occurrence)': ['server/src/activities/repeats.test.ts', 'a file belongs to one of several'],
  'Query.listReferenceData(activitytypeid)': [
    'server/src/reference-data/reference-data.test.ts',
    'of one activity type or of all',
  ],
  'Subscription.onReferenceDataUpdates(visitid)': 'here',
  'Subscription.onReferenceDataUpdates(occurrence)': 'here',
  'Query.listChanges': ['server/src/changes/changes.test.ts', 'as ids only'],
  'Query.listExportEvents': 'here',
  'Query.listExportAccesses': 'here',
  'Query.listPeople': ['server/src/users/people.test.ts', 'can neither see nor change people of other sites'],
  'Query.listPeople(state)': 'here',
  'Mutation.addStudyDocument': ['server/src/study-documents/study-documents.test.ts', 'a file of more than 50 MB'],
  'Mutation.completeReferenceData': ['server/src/reference-data/reference-data.test.ts', 'leaves a file PENDING'],
  'Mutation.completeStudyDocument': ['server/src/study-documents/study-documents.test.ts', 'a document is uploaded'],
  'ChangePage.changes': ['server/src/changes/changes.test.ts', 'a transaction that runs long holds up nothing'],
  'ChangePage.position': ['server/src/changes/changes.test.ts', 'of numbers that no database has is refused'],
  ImportJob: ['server/src/importing/importing.test.ts', 'an import belongs to the person who began it'],
  'ImportJob.formtypeid': ['server/src/importing/importing.test.ts', 'a file of subjects alone'],
  'ImportJob.objectUrl': ['server/src/importing/importing.test.ts', 'an import belongs to the person who began it'],
  'ImportJob.fields': ['server/src/importing/importing.test.ts', 'an import belongs to the person who began it'],
  'ImportCheckInput.formtypeid': ['server/src/importing/importing.test.ts', 'a file of subjects alone'],
  'Export.closedOnly': ['server/src/exports/exports.robust.test.ts', 'omits open subjects if only closed ones'],
  'ExportInput.closedOnly': ['server/src/exports/exports.robust.test.ts', 'omits open subjects if only closed ones'],
  'ExportAccess.subjectid': ['server/src/exports/record-refusal.test.ts', 'is not listed under a site'],
  'ImportInput.formtypeid': 'here',
  'ImportOutcome.origins': 'here',
  'FieldType.Note': 'here',
  'FormTypeField.options': ['server/src/form-types/versions.test.ts', 'whose code and label are equal'],
  'DraftFinding.subjects': 'here',
  'ScheduleFinding.subjects': 'here',
  'Query.listStudyMeasures': 'here',
  'Query.listMarkedFiles': 'here',
  'Query.listMarkedFiles(mark)': 'here',
  'Query.listMeasures(referencedataid)': 'here',
  'Query.listDeviations(subjectid)': 'here',
  'Query.listCalendar(to)': ['server/src/visits/calendar/calendar.test.ts', 'shows from 1 to 100 days'],
  'ReferenceData.objectUrl': ['server/src/reference-data/reference-data.test.ts', 'returns where to send the file'],
  'ReferenceData.fields': ['server/src/reference-data/reference-data.test.ts', 'returns where to send the file'],
  'StudyDocumentVersion.objectUrl': ['server/src/study-documents/study-documents.test.ts', 'a document is uploaded'],
  'StudyDocumentVersion.fields': ['server/src/study-documents/study-documents.test.ts', 'a document is uploaded'],
  'Subject.identifier': ['server/test/api/sentences.test.ts', 'every sentence about null'],
  'NewToken.token': ['server/src/users/tokens.test.ts', 'only its hash is stored'],
}

const said = new Map<string, string>()
for (const type of Object.values(schema.getTypeMap())) {
  if (type.name.startsWith('__')) continue
  const say = (at: string, sentence: string | null | undefined) => {
    if (/\b(only|at most)\b/i.test(sentence ?? '')) said.set(at, sentence ?? '')
  }
  say(type.name, type.description)
  if (isEnumType(type)) for (const value of type.getValues()) say(`${type.name}.${value.name}`, value.description)
  if (!isObjectType(type) && !isInputObjectType(type)) continue
  for (const each of Object.values(type.getFields())) {
    say(`${type.name}.${each.name}`, each.description)
    const args = 'args' in each ? each.args : []
    for (const argument of args) say(`${type.name}.${each.name}(${argument.name})`, argument.description)
  }
}

test('every sentence with "only" or "at most" has its line', () => {
  expect([...Object.keys(given), ...Object.keys(shown)].sort()).toEqual([...said.keys()].sort())
  for (const [at, where] of Object.entries(shown)) {
    if (where === 'here') continue
    const names =
      readFileSync(where[0], 'utf8').match(/\b(?:test|describe)(?:\.each\([^)]*\))?\(\s*(['"`]).*?\1,/gs) ?? []
    expect(names.some((name) => name.includes(where[1])) ? '' : `${at}: ${where.join(' has no test ')}`).toBe('')
  }
})

let casebook: Casebook
let admin: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0', MAKE_EXPORTS: 'false' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const written = <T>(work: Parameters<typeof write<T>>[3]) =>
  write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, work)

describe('no more is taken than', () => {
  test.each(Object.keys(given))('%s', async (at) => {
    const most = Number(/at most ([\d,]+)/i.exec(said.get(at) ?? '')?.[1]?.replaceAll(',', ''))
    expect(most).toBeGreaterThan(0)
    const reasonOf = async (count: number) => {
      const [operation, variables] = given[at]?.(count) ?? ['', {}]
      const { errors } = await attempt(admin, operation, variables)
      return errors?.[0]?.extensions
    }
    const beyond = await reasonOf(most + 1)
    expect(beyond).toMatchObject({ code: 'BAD_INPUT' })
    expect((await reasonOf(most))?.reason, 'as many as are allowed').not.toBe(beyond?.reason)
  })
})

describe('no more is answered than', () => {
  test('500 entries of the history of an export, and 200 exports of records', async () => {
    const { siteid, studyid, subjectid } = place
    const { exportid } = await run(admin, 'addExport', { input: { siteid, studyid } }, 'exportid')
    const access = (more: { exportid: string | null; what: 'LINK' | 'RECORD' }) =>
      written((tx) =>
        tx
          .insertInto('export_access')
          .values(
            many(505, () => ({
              accessid: crypto.randomUUID(),
              siteid,
              studyid,
              subjectid: null,
              problem: null,
              ...more,
            })),
          )
          .execute(),
      )
    await access({ exportid, what: 'LINK' })
    await access({ exportid: null, what: 'RECORD' })
    const events = await run(admin, 'listExportEvents', { exportid }, 'kind')
    expect(events).toHaveLength(500)
    expect(new Set(events.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['LINK']))
    expect(await run(admin, 'listExportAccesses', { siteid }, 'kind')).toHaveLength(200)
    expect(await run(admin, 'listExportAccesses', { siteid, subjectid }, 'kind')).toEqual([])
  })

  test('20 origins of the rows of a file', async () => {
    const { siteid, studyid, formtypeid } = place
    const csv = `studyid,identifier\n${many(25, (n) => `elsewhere${n},E-${n}`).join('\n')}\n`
    const input = { siteid, studyid, formtypeid, filename: 'a.csv', csv, fromElsewhere: true }
    const { origins } = await run(admin, 'previewImport', { input }, 'origins { studyid }')
    expect(origins.map((origin: { studyid: string }) => origin.studyid)).toEqual(many(20, (n) => `elsewhere${n}`))
  })

  test('50 subjects that a change of a form type concerns', async () => {
    const { siteid, studyid } = place
    const { formtypeid } = await run(admin, ...types([field({})]), 'formtypeid')
    for (const n of many(52, (each) => each)) {
      const { subjectid } = await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: `F-${n}` } })
      const fields = [{ key: 'a', value: 'long' }]
      await run(admin, 'addForm', { input: { subjectid, formtypeid, fields } })
    }
    const input = { studyid, identifier: 'Shorter', fields: [field({ length: 2 })], version: 1 }
    const findings = await run(admin, 'reviewFormTypeDraft', { formtypeid, input }, 'forms subjects { subjectid }')
    const [concerned] = findings.filter(({ forms }: { forms: number }) => forms === 52)
    expect(concerned.subjects).toHaveLength(50)
  })

  test('50 subjects that a change of a schedule concerns, and deviations of one subject where it is named', async () => {
    const { siteid, studyid, visitid } = await makePlace(casebook)
    const ids = many(52, (n) => `visitor-${studyid.slice(0, 8)}-${n}`)
    const missed = { visitid, occurrence: 1, siteid, studyid, state: 'MISSED' as const, date: null, reason: 'ill' }
    await written(async (tx) => {
      const names = ids.map((subjectid) => ({
        subjectid,
        siteid,
        studyid,
        identifier: subjectid,
        identifier_key: subjectid,
      }))
      await tx.insertInto('subject').values(names).execute()
      await tx
        .insertInto('subject_visit')
        .values(ids.map((subjectid) => ({ subjectid, ...missed })))
        .execute()
    })
    const findings = await run(admin, 'reviewVisits', { studyid, visits: [] }, 'effect subjects { subjectid }')
    expect(findings.map(({ subjects }: { subjects: Row[] }) => subjects.length)).toContain(50)
    const deviating = async (more: Row) =>
      (await run(admin, 'listDeviations', { studyid, ...more }, 'subjectid')).map((one: Row) => one.subjectid)
    expect(new Set(await deviating({}))).toEqual(new Set(ids))
    expect(await deviating({ subjectid: ids[3] })).toEqual([ids[3]])
  })

  test('10,000 files with a mark', async () => {
    const { siteid, studyid, subjectid, activitytypeid } = await makePlace(casebook)
    const finding = { code: 'flat', channels: [], from: null, to: null, value: 20, expected: null, isWarning: true }
    await written((tx) =>
      sql`insert into reference_data (referencedataid, siteid, studyid, subjectid, activitytypeid, filename, object_name, expires_at, status, size,
          description)
        select gen_random_uuid(), ${siteid}, ${studyid}, ${subjectid}, ${activitytypeid}, n || '.csv', ${studyid} || '/' || n, now(), 'UPLOADED', 1,
          ${JSON.stringify({ quality: { findings: [finding] } })}::jsonb
        from generate_series(1, 10005) n`.execute(tx),
    )
    expect(await run(admin, 'listMarkedFiles', { studyid }, 'marks')).toHaveLength(10_000)
    const only = await run(admin, 'listMarkedFiles', { studyid, mark: 'clipped' }, 'marks')
    expect(only).toEqual([])
    expect(await run(admin, 'countMarkedFiles', { studyid }, 'mark files')).toEqual([
      { mark: null, files: 10_005 },
      { mark: 'flat', files: 10_005 },
    ])
  })

  test('10,000 values of a measure, and those of one file where it is named', async () => {
    const { siteid, studyid, subjectid, activitytypeid, referencedataid } = await makePlace(casebook)
    const other = crypto.randomUUID()
    await written(async (tx) => {
      const file = { siteid, studyid, subjectid, activitytypeid, filename: 'b.csv', expires_at: new Date() }
      await tx
        .insertInto('reference_data')
        .values({ ...file, referencedataid: other, object_name: `${studyid}/${other}` })
        .execute()
      await tx
        .updateTable('reference_data')
        .set({ status: 'UPLOADED', size: 1 })
        .where('studyid', '=', studyid)
        .execute()
      for (const id of [referencedataid, other]) {
        await sql`insert into measured_file (referencedataid, siteid, studyid, subjectid, methods, measured_from, measured_to, of_activity, epoch_seconds)
          values (${id}, ${siteid}, ${studyid}, ${subjectid}, '{}', 0, 1, false, 60)`.execute(tx)
        await sql`insert into measure (referencedataid, siteid, place, studyid, subjectid, channel, measure, value, recorded, method,
            method_version, reference, parameters, first_epoch, epochs)
          select ${id}, ${siteid}, n, ${studyid}, ${subjectid}, 'x', 'enmo', n, 1, 'enmo', '1', 'none', '{}', 0, '{}'
          from generate_series(1, 5005) n`.execute(tx)
      }
    })
    expect(await run(admin, 'listStudyMeasures', { studyid, measure: 'enmo' }, 'value')).toHaveLength(10_000)
    const listed = async (more: Row) =>
      (await run(admin, 'listMeasures', { subjectid, ...more }, 'referencedataid')).map(
        (one: Row) => one.referencedataid,
      )
    expect(new Set(await listed({}))).toEqual(new Set([referencedataid, other]))
    expect(await listed({ referencedataid: other })).toEqual([other])
  })
})

test('people are listed only in the state that is asked for', async () => {
  for (const state of ['PENDING', 'ACTIVE', 'DEACTIVATED']) {
    const states = (await run(admin, 'listPeople', { state }, 'state')).map((person: { state: string }) => person.state)
    expect(new Set(states)).toEqual(new Set([state]))
  }
})

test('a file without a form type contains only subjects', async () => {
  const { siteid, studyid } = place
  const input = { siteid, studyid, filename: 'a.csv', csv: 'identifier,date\nO-1,2026-03-01\n' }
  expect(await run(admin, 'previewImport', { input }, 'addedSubjects addedForms mistakes { column }')).toMatchObject({
    addedForms: 0,
    mistakes: [{ column: 'date' }],
  })
})

test('a Note is only read: it takes no value', async () => {
  const { formtypeid } = await run(admin, ...types([field({ type: 'Note', label: 'Sit down.' })]), 'formtypeid')
  const form = { subjectid: place.subjectid, formtypeid, fields: [{ key: 'a', value: 'x' }] }
  const { errors } = await attempt(admin, 'addForm', { input: form })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT' })
})

test('subscribers are told only of files of the activity that they name', async () => {
  const { siteid, studyid, subjectid, activitytypeid, visitid } = await makePlace(casebook)
  await written((tx) =>
    tx
      .updateTable('visit')
      .set({ activitytypeids: [activitytypeid] })
      .where('visitid', '=', visitid)
      .execute(),
  )
  await run(admin, 'updateActivityType', {
    activitytypeid,
    input: { studyid, description: 'Walk', repeats: true },
  })
  const times = { startTime: 1, stopTime: 2 }
  await run(admin, 'addActivity', { input: { subjectid, activitytypeid, ...times } })
  await run(admin, 'addActivity', { input: { subjectid, activitytypeid, visitid, ...times } })
  const live = openLive(admin)
  const watch = (more: Row) => live.watch('onReferenceDataUpdates', { subjectid, activitytypeid, ...more })
  const [all, second, inVisit] = [watch({}), watch({ occurrence: 2 }), watch({ visitid })]
  const file = async (more: Row): Promise<string> => {
    const input = { siteid, studyid, activitytypeid, filename: 'a.csv', ...more }
    return (await run(admin, 'addReferenceData', { subjectid, input })).referencedataid
  }
  const ids = (watched: Watched) => [...new Set(watched.changes.map(({ id }) => id))]
  await until('all three are followed', async () => {
    await file({ occurrence: 2 })
    await file({ visitid })
    return [all, second, inVisit].every(({ changes }) => changes.length > 0)
  })
  const [first, ofSecond, ofVisit] = [
    await file({ occurrence: 1 }),
    await file({ occurrence: 2 }),
    await file({ visitid }),
  ]
  await until('all are told', () => [first, ofSecond, ofVisit].every((id) => ids(all).includes(id)))
  await until('each is told of its own', () => ids(second).includes(ofSecond) && ids(inVisit).includes(ofVisit))
  expect(ids(second).filter((id) => [first, ofVisit].includes(id))).toEqual([])
  expect(ids(inVisit).filter((id) => [first, ofSecond].includes(id))).toEqual([])
  live.close()
})
