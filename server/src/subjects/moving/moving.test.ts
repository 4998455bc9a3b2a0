import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../../test/beds/casebook.ts'
import { openLive, until } from '../../../test/beds/live.ts'
import { attempt, documentOf, refusal, run } from '../../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../../test/beds/people.ts'
import { makePlace, type Place } from '../../../test/beds/place.ts'
import { asSuperuser, expectHistoryToReplay } from '../../../test/beds/replay.ts'
import { bearer } from '../../../test/beds/tokens.ts'
import { proveScope, systemActor } from '../../access/scope.ts'
import { readSomeRows } from '../../exports/subject-rows.sql.ts'
import { write } from '../../writes/write.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of any type.
type Row = Record<string, any>

/** Tables with rows of subjects of which moving a subject leaves some, and why. */
const left: Record<string, string> = {
  history: 'it says what happened, and where',
  export: 'what was exported was exported from there',
  export_access: 'what was read was read there',
  outdated_facts: 'of the moment: the subject is noted in the other study',
  subject_facts: 'counted anew in the other study',
  running_activity: 'a subject of which an activity is running stays',
}
const moved = [
  'activity',
  'form',
  'measure',
  'measured_file',
  'reference_data',
  'subject',
  'subject_device',
  'subject_visit',
  'worn',
]

let casebook: Casebook
let chief: AddedPerson
let nurse: AddedPerson
let place: Place & { sibling: Place }
/** A study that began as that of `place`. */
let other: { studyid: string; formTypes: Map<string, string>; activityTypes: Map<string, string>; visitid: string }

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  chief = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  other = await studyLike(place.studyid)
  await written(
    sql`update reference_data set status = 'UPLOADED', size = 7 where subjectid = ${place.subjectid} and removed_at is null`,
  )
})
afterAll(() => casebook.stop())

const written = (statement: ReturnType<typeof sql>) =>
  write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, (tx) => statement.execute(tx))

async function studyLike(studyid: string) {
  const { siteid } = place
  const added = await run(chief, 'addStudyLike', { siteid, name: 'Second', studyid }, 'studyid')
  const forms: Row[] = await run(chief, 'listFormTypes', { studyid: added.studyid }, 'formtypeid identifier')
  const activities: Row[] = await run(
    chief,
    'listActivityTypes',
    { studyid: added.studyid },
    'activitytypeid description',
  )
  const [visit] = await run(chief, 'listVisits', { studyid: added.studyid }, 'visitid')
  return {
    studyid: String(added.studyid),
    formTypes: new Map(forms.map((type) => [type.identifier, type.formtypeid])),
    activityTypes: new Map(activities.map((type) => [type.description, type.activitytypeid])),
    visitid: String(visit.visitid),
  }
}

const moving = (more: Row = {}) => ({
  studyid: place.studyid,
  subjectids: [place.subjectid],
  to: other.studyid,
  ...more,
})
const move = (person: Person = chief, more: Row = {}) =>
  run(person, 'moveSubjects', moving(more), 'studyid subjectid version')
const back = () => run(chief, 'moveSubjects', moving({ studyid: other.studyid, to: place.studyid }), 'studyid')
const review = (more: Row = {}) =>
  run(
    chief,
    'reviewSubjectMove',
    moving(more),
    'ready findings { effect reason message params { key value } subjectids }',
  )

/** Every row below a subject, by table, without versions and what a move changes. */
async function rowsOf(subjectid: string): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {}
  for (const table of moved) {
    rows[table] = (
      await asSuperuser<{ row: Row }>(
        casebook,
        `select to_jsonb(t) as row from ${table} t where subjectid = $1 order by t::text`,
        [subjectid],
      )
    ).map(({ row }) => row)
  }
  return rows
}

/** What was measured in the file, and a visit of everything that can have one. */
async function fill() {
  const { siteid, studyid, subjectid, referencedataid, visitid } = place
  await asSuperuser(
    casebook,
    `insert into measured_file (referencedataid, siteid, studyid, subjectid, methods, measured_from, measured_to, of_activity, epoch_seconds)
      values ($1, $2, $3, $4, '{}', 0, 1, true, 60)`,
    [referencedataid, siteid, studyid, subjectid],
  )
  await asSuperuser(
    casebook,
    `insert into measure (referencedataid, siteid, place, studyid, subjectid, channel, measure, recorded, method, method_version, reference,
      parameters, first_epoch, epochs) values ($1, $2, 0, $3, $4, 'x', 'enmo', 1, 'enmo', '1', '', '{}', 0, '{}')`,
    [referencedataid, siteid, studyid, subjectid],
  )
  const { formtypeid, freeFormtypeid, freeActivitytypeid, activitytypeid, deviceid } = place
  const visit = {
    visitid,
    name: 'First day',
    day: 0,
    formtypeids: [formtypeid, freeFormtypeid],
    activitytypeids: [freeActivitytypeid, activitytypeid],
  }
  await run(chief, 'updateVisits', { studyid, visits: [visit] })
  await run(nurse, 'addForm', {
    input: { subjectid, formtypeid: freeFormtypeid, visitid, fields: [{ key: 'date', value: '1792497600' }] },
  })
  const times = { startTime: 1_792_476_000, stopTime: 1_792_476_600 }
  await run(nurse, 'addActivity', { input: { subjectid, activitytypeid: freeActivitytypeid, visitid, ...times } })
  const devices = [{ deviceid, position: 'CHEST', visitid }]
  await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid, devices, status: 'OPEN' } })
  other = await studyLike(studyid)
}

test('every table with rows of subjects is moved, or is named with the reason', async () => {
  const rows = await asSuperuser<{ name: string }>(
    casebook,
    `select relname as name from pg_class
      join pg_attribute on attrelid = pg_class.oid and attname = 'subjectid' and not attisdropped
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...moved, ...Object.keys(left)].sort())
})

describe('moved to a study with the same types', () => {
  test('a subject has all that it had, under the types and visits of that study', async () => {
    await fill()
    const before = await rowsOf(place.subjectid)
    for (const table of moved) expect([table, before[table]?.length]).not.toEqual([table, 0])
    expect(await review()).toEqual({ ready: 1, findings: [] })
    expect(await move()).toEqual([
      { studyid: other.studyid, subjectid: place.subjectid, version: Number(before.subject?.[0]?.version) + 1 },
    ])
    const after = await rowsOf(place.subjectid)
    const visits = new Map([[place.visitid, other.visitid]])
    const expected = (row: Row) => ({
      ...row,
      studyid: other.studyid,
      ...(row.formtypeid && { formtypeid: other.formTypes.get(row.formtypeid) }),
      ...(row.activitytypeid && { activitytypeid: other.activityTypes.get(row.activitytypeid) }),
      ...(row.visitid && { visitid: visits.get(row.visitid) }),
      ...(row.version && { version: row.version + 1 }),
    })
    const same = (rows: Row[] = []) => rows.map((row) => JSON.stringify(row)).sort()
    for (const table of moved) {
      const [was, is] = [before[table]?.map(expected), after[table]]
      const without = (rows: Row[] = []) => rows.map(({ changed_at: _, ...row }) => row)
      expect([table, ...same(without(is))]).toEqual([table, ...same(without(was))])
    }
    expect(await refusal(chief, 'getSubject', { studyid: place.studyid, subjectid: place.subjectid })).toMatchObject({
      code: 'NOT_FOUND',
    })
    await expectHistoryToReplay(casebook)
  })

  test('its past goes with it, and reading it says where it was', async () => {
    const ids = { subjectid: place.subjectid, limit: 200 }
    const entries = 'historyid kind action id before after reason'
    const past: Row[] = await run(chief, 'listHistory', { studyid: place.studyid, ...ids }, entries)
    await move(chief, { reason: 'Recruited into the wrong study' })
    const whole: Row[] = await run(chief, 'listHistory', { studyid: other.studyid, ...ids }, entries)
    expect(whole.slice(-past.length)).toEqual(past)
    const news = whole.slice(0, -past.length)
    expect(new Set(news.map(({ reason }) => reason))).toEqual(new Set(['Recruited into the wrong study']))
    const ofSubject = news.filter(({ kind }) => kind === 'subject')
    expect(ofSubject.map(({ action, before, after }) => [action, JSON.parse(before ?? after).studyid])).toEqual([
      ['ADDED', other.studyid],
      ['REMOVED', place.studyid],
    ])
  })

  test('moving it back gives it what it had', async () => {
    await fill()
    const was = await rowsOf(place.subjectid)
    await move()
    await back()
    const is = await rowsOf(place.subjectid)
    const plain = (rows: Row[] = []) => rows.map(({ version: _, changed_at: __, ...row }) => JSON.stringify(row)).sort()
    for (const table of moved) expect([table, ...plain(is[table])]).toEqual([table, ...plain(was[table])])
    await expectHistoryToReplay(casebook)
  })

  test('whoever follows one of the studies is told of its part', async () => {
    const [fromScript, toScript] = [
      await bearer(chief, { studies: [place.studyid] }),
      await bearer(chief, { studies: [other.studyid] }),
    ]
    const since = (script: Person, after?: string) =>
      run(script, 'listChanges', { after }, 'position changes { kind action studyid id }')
    const [one, two] = [await since(fromScript), await since(toScript)]
    const live = openLive(chief)
    const [there, here] = [
      live.watch('onSubjectsUpdates', { studyid: place.studyid }),
      live.watch('onSubjectsUpdates', { studyid: other.studyid }),
    ]
    await until('both are watched', () => casebook.services.live.size() === 2)
    await move()
    const { subjectid } = place
    await until('both were told', () => there.changes.length > 0 && here.changes.length > 0)
    expect(there.changes).toContainEqual(expect.objectContaining({ action: 'REMOVED', id: subjectid }))
    expect(here.changes).toContainEqual(expect.objectContaining({ action: 'ADDED', id: subjectid }))
    await live.close()
    await until('the changes are visible', async () => (await since(toScript, two.position)).changes.length > 0)
    const told = async (script: Person, after: string) =>
      (await since(script, after)).changes.map(({ kind, action, id }: Row) => `${kind} ${action} ${id}`)
    const gone = await told(fromScript, one.position)
    const come = await told(toScript, two.position)
    expect(gone).toEqual(
      expect.arrayContaining([
        `SUBJECT REMOVED ${subjectid}`,
        `FORM REMOVED ${place.formtypeid}`,
        `ACTIVITY REMOVED ${place.activitytypeid}`,
        `REFERENCE_DATA REMOVED ${place.referencedataid}`,
      ]),
    )
    expect(gone.filter((line: string) => line.includes('ADDED'))).toEqual([])
    expect(come).toEqual(
      expect.arrayContaining([
        `SUBJECT ADDED ${subjectid}`,
        `FORM ADDED ${other.formTypes.get(place.formtypeid)}`,
        `ACTIVITY ADDED ${other.activityTypes.get(place.activitytypeid)}`,
        `REFERENCE_DATA ADDED ${place.referencedataid}`,
      ]),
    )
    expect(come.filter((line: string) => line.includes('REMOVED'))).toEqual([])
  })

  test('both studies count anew, and exports have it in one of them, added by whom it was added', async () => {
    await fill()
    const { siteid, subjectid, studyid } = place
    const exported = async (of: string, codeKey: string | null = null) => {
      const scope = proveScope(systemActor('tests'), 'all')
      const extent = {
        siteid,
        studyid: of,
        subjectid: null,
        subjectids: null,
        closedOnly: false,
        deleted: false,
        history: true,
        codeKey,
      }
      const rows = await readSomeRows(casebook.services.db, scope, extent, 'Europe/Oslo', 'all')
      return {
        subjects: (await Array.fromAsync(rows.subjects())).map((row) => row.subjectid),
        forms: await Array.fromAsync(rows.forms()),
        activities: await Array.fromAsync(rows.activities()),
        visits: await Array.fromAsync(rows.subjectVisits()),
        history: (await Array.fromAsync(rows.history())).filter((row) => row.subjectid === subjectid),
      }
    }
    const facts = async (of: string): Promise<Row | undefined> =>
      (
        await run(
          nurse,
          'listSubjects',
          { studyid: of },
          'subjectid facts { formsDone activitiesDone filesUploaded visitsDone addedAt }',
        )
      ).find((row: Row) => row.subjectid === subjectid)
    const before = await exported(studyid)
    const counted = await facts(studyid)
    await move()
    expect(await facts(studyid)).toBeUndefined()
    expect(await facts(other.studyid)).toEqual(counted)
    const [there, here] = [await exported(studyid), await exported(other.studyid)]
    expect(there.subjects).toEqual([])
    expect([...there.forms, ...there.activities, ...there.history]).toEqual([])
    expect(here.subjects).toEqual([subjectid])
    const origins = (rows: { created_at?: unknown; created_by?: unknown }[]) =>
      rows.map(({ created_at, created_by }) => `${created_at} ${created_by}`).sort()
    for (const list of ['forms', 'activities', 'visits'] as const) {
      expect(origins(here[list])).toEqual(origins(before[list]))
    }
    expect(here.forms.map(({ changed_by }) => changed_by)).toContain('Ingrid')
    expect(here.history.length).toBeGreaterThan(before.history.length)
    // Only the types of its own study say what identifies nobody.
    const coded = await exported(other.studyid, '0'.repeat(64))
    expect(new Set(coded.history.map((row) => row.studyid))).toEqual(new Set([other.studyid]))
  })

  test('several go together, once, however often the call is repeated', async () => {
    const { siteid, studyid } = place
    const added: Row[] = []
    for (const identifier of ['M-1', 'M-2', 'M-3']) {
      added.push(await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier } }, 'subjectid'))
    }
    const subjectids = added.map(({ subjectid }) => subjectid)
    const call = () =>
      chief.call(documentOf('moveSubjects', 'studyid identifier'), moving({ subjectids }), {
        'idempotency-key': 'move-once',
      })
    const first = await call()
    expect(first.data.moveSubjects).toEqual(
      ['M-1', 'M-2', 'M-3'].map((identifier) => ({ studyid: other.studyid, identifier })),
    )
    expect(await call()).toEqual(first)
    expect(await run(nurse, 'listSubjects', { studyid }, 'subjectid')).toEqual([{ subjectid: place.subjectid }])
  })
})

describe('stays where it is', () => {
  const reasons = async (more: Row = {}) => {
    const { ready, findings } = await review(more)
    expect(ready).toBe(0)
    const before = await rowsOf(place.subjectid)
    const { errors } = await attempt(chief, 'moveSubjects', moving(more), 'studyid')
    const { reason, subjectids } = findings[0]
    expect(errors?.[0]?.extensions).toMatchObject({ reason, subjectids })
    expect(await rowsOf(place.subjectid)).toEqual(before)
    return findings.map(({ reason, params }: Row) => [reason, ...params.map(({ value }: Row) => value)].join(' '))
  }
  const closing = (status: string) => {
    const { siteid, studyid, subjectid } = place
    return run(chief, 'updateSubject', { input: { siteid, studyid, subjectid, status } })
  }

  test('a subject that is not open', async () => {
    await closing('CLOSED')
    expect(await reasons()).toEqual(['subject.closed'])
    await closing('DELETED')
    expect(await reasons()).toEqual(['subject.deleted'])
  })

  test('a subject with something under way', async () => {
    const { subjectid, freeActivitytypeid } = place
    await run(nurse, 'startActivity', { subjectid, activitytypeid: freeActivitytypeid })
    await written(
      sql`update reference_data set status = 'PENDING', size = null where referencedataid = ${place.referencedataid}`,
    )
    expect(await reasons()).toEqual([`move.running ${freeActivitytypeid}`, 'move.uploading arm.csv'])
  })

  test('a subject whose identifier the other study has', async () => {
    const input = { siteid: place.siteid, studyid: other.studyid, identifier: place.identifier.toUpperCase() }
    await run(nurse, 'addSubjectV2', { input })
    expect(await reasons()).toEqual([`move.identifier ${place.identifier}`])
  })

  test('a subject whose types, visits and places the other study lacks, removed records included', async () => {
    const { siteid, studyid, deviceid, subjectid, formtypeid, activitytypeid } = place
    const input = { name: 'First', status: 'OPEN', places: ['arm', 'chest', 'ankle'] }
    await run(chief, 'updateStudy', { siteid, studyid, input })
    const devices = [{ deviceid, position: 'OTHER', place: 'ankle' }]
    await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid, devices, status: 'OPEN' } })
    await run(nurse, 'removeForm', { subjectid, formtypeid })
    const empty = await run(chief, 'addStudy', { siteid, name: 'Empty' }, 'studyid')
    expect(await reasons({ to: empty.studyid })).toEqual([
      'move.place ankle',
      'move.visit First day',
      `move.form-type ${formtypeid}`,
      `move.activity-type ${activitytypeid}`,
    ])
  })

  test('a form whose values the form type there does not accept', async () => {
    const { subjectid, formtypeid } = place
    const value = '1792497600'
    await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: [{ key: 'date', value }] } })
    const there = other.formTypes.get(formtypeid)
    const define = async (fields: Row[]) => {
      const input = { studyid: other.studyid, identifier: formtypeid, fields }
      await run(chief, 'updateFormType', { formtypeid: there, input })
    }
    await define([{ name: 'Room', type: 'String', required: true }])
    expect(await reasons()).toEqual([`move.field ${formtypeid} date`, `move.value ${formtypeid} Room`])
    await define([
      { name: 'date', type: 'Date', required: false },
      { name: 'Room', type: 'String', required: false },
    ])
    await move()
    const form = await run(nurse, 'getForm', { subjectid, formtypeid: there }, 'fields { key value }')
    expect(form.fields).toEqual([{ key: 'date', value }])
    await expectHistoryToReplay(casebook)
  })

  test('every subject, if one of them is refused', async () => {
    const { siteid, studyid } = place
    const { subjectid } = await run(
      nurse,
      'addSubjectV2',
      { input: { siteid, studyid, identifier: 'W-1' } },
      'subjectid',
    )
    await closing('CLOSED')
    const subjectids = [subjectid, place.subjectid]
    expect(await review({ subjectids })).toMatchObject({
      ready: 1,
      findings: [{ effect: 'REFUSED', reason: 'subject.closed', subjectids: [place.subjectid] }],
    })
    expect(await refusal(chief, 'moveSubjects', moving({ subjectids }))).toMatchObject({
      code: 'SUBJECT_NOT_OPEN',
      subjectids: [place.subjectid],
    })
    expect(await run(nurse, 'listSubjects', { studyid }, 'subjectid')).toHaveLength(2)
  })
})

describe('is refused', () => {
  const both = async (person: Person, more: Row) => {
    const whole = await refusal(person, 'moveSubjects', moving(more))
    expect(await refusal(person, 'reviewSubjectMove', moving(more))).toMatchObject({
      code: whole.code,
      reason: whole.reason,
    })
    return whole
  }

  test('to the same study, to another site, from and to a study that takes no changes', async () => {
    const elsewhere = await makePlace(casebook)
    expect(await both(chief, { to: place.studyid })).toMatchObject({ reason: 'move.same-study' })
    expect(await both(chief, { to: elsewhere.studyid })).toMatchObject({ reason: 'move.other-site' })
    expect(await both(chief, { subjectids: [] })).toMatchObject({ reason: 'move.count' })
    expect(await both(chief, { subjectids: [place.sibling.subjectid] })).toMatchObject({ reason: 'subject.missing' })
    const status = (studyid: string, text: string) =>
      run(chief, 'updateStudy', { siteid: place.siteid, studyid, input: { name: 'S', status: text } })
    await status(other.studyid, 'CLOSED')
    expect(await both(chief, {})).toMatchObject({ code: 'STUDY_NOT_OPEN' })
    await status(other.studyid, 'OPEN')
    await status(place.studyid, 'CLOSED')
    expect(await both(chief, {})).toMatchObject({ code: 'STUDY_NOT_OPEN' })
  })

  test('with the ids that are no subjects of the study, which say nothing of other studies and sites', async () => {
    const elsewhere = await makePlace(casebook)
    const person = await addPerson(casebook, 'Olga', { groups: ['subject:admin'], sites: [place.siteid] })
    const missing = [place.sibling.subjectid, elsewhere.subjectid, randomUUID()]
    const subjectids = [place.subjectid, ...missing]
    expect(await both(person, { subjectids })).toMatchObject({ reason: 'subject.missing', subjectids: missing })
    const [first, ...others] = await Promise.all(
      missing.map(async (id) => {
        const { errors } = await attempt(
          person,
          'moveSubjects',
          moving({ subjectids: [place.subjectid, id] }),
          'studyid',
        )
        return JSON.stringify(errors).replaceAll(id, 'ID')
      }),
    )
    for (const other of others) expect(other).toBe(first)
  })

  test('to whoever does not see both studies, or may not remove subjects', async () => {
    for (const studies of [[place.studyid], [other.studyid]]) {
      expect(await both(await bearer(chief, { studies }), {})).toMatchObject({ reason: 'study.missing' })
    }
    expect(await both(nurse, {})).toMatchObject({ code: 'FORBIDDEN' })
    const elsewhere = await addPerson(casebook, 'Olav', {
      groups: ['subject:admin'],
      sites: [(await makePlace(casebook)).siteid],
    })
    expect(await both(elsewhere, {})).toMatchObject({ reason: 'study.missing' })
  })
})

test('what is written meanwhile is moved too, or refused', async () => {
  const { subjectid, freeFormtypeid, freeActivitytypeid } = place
  const times = { startTime: 1_792_476_000, stopTime: 1_792_476_600 }
  const [done, form, activity] = await Promise.all([
    attempt(chief, 'moveSubjects', moving(), 'studyid'),
    attempt(nurse, 'addForm', { input: { subjectid, formtypeid: freeFormtypeid, fields: [] } }),
    attempt(nurse, 'addActivity', { input: { subjectid, activitytypeid: freeActivitytypeid, ...times } }),
  ])
  expect(done.errors).toBeUndefined()
  const rows = await rowsOf(subjectid)
  for (const table of moved)
    expect(new Set(rows[table]?.map(({ studyid }) => studyid) ?? [])).toEqual(
      new Set(rows[table]?.length ? [other.studyid] : []),
    )
  expect(rows.form).toHaveLength(form.errors ? 1 : 2)
  expect(rows.activity).toHaveLength(activity.errors ? 1 : 2)
  await expectHistoryToReplay(casebook)
})

test('a device that was taken off before is put back at the visit of the same name', async () => {
  const { siteid, studyid, subjectid, deviceid, visitid } = place
  const wear = (devices: Row[]) =>
    run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid, devices, status: 'OPEN' } })
  await wear([{ deviceid, position: 'CHEST', visitid }])
  await wear([])
  await move()
  await run(nurse, 'putBackSubjectDevice', { subjectid, deviceid, position: 'CHEST' })
  const { devices } = await run(
    nurse,
    'getSubject',
    { studyid: other.studyid, subjectid },
    'devices { deviceid visitid }',
  )
  expect(devices).toEqual([{ deviceid, visitid: other.visitid }])
})
