import { randomUUID } from 'node:crypto'
import { countFacts, isLacking, type Lack, lacks } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import type { AskingVisit } from '@casebook/domain/visits/asked.ts'
import { cellOfVisit } from '@casebook/domain/visits/cells/visit-cells.ts'
import { scheduledVisits } from '@casebook/domain/visits/places/places.ts'
import { subjectVisitStates } from '@casebook/domain/visits/visits.rules.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { newSiteid } from '../../test/beds/place.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { keepAll } from '../keeping/start-keeping.ts'
import { type Write, write } from '../writes/write.ts'

let casebook: Casebook
let nurse: AddedPerson
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0', STUDY_TIMEZONE: 'UTC' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
  await asTests((tx) => sql`select allow_occurrences()`.execute(tx))
})
afterAll(() => casebook.stop())

const asTests = <Result>(work: (tx: Write) => Promise<Result>) =>
  write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, work)

const facts = `facts { formsDone formsExpected activitiesDone activitiesRecorded activitiesExpected filesDone filesExpected filesUploaded filesPending
  filesFailed warnings visitsDone visitsExpected cells }`
const record = `subjectid status ${facts} forms { formtypeid visitid occurrence fields { key value } }
  activities { activitytypeid visitid occurrence startTime stopTime referenceData { referencedataid filename status } }`
const ofVisit = 'visitid occurrence state date earliestDate latestDate'
const types = 'formtypes { formtypeid fields { name required } } activitytypes { activitytypeid expectsFile }'
const figures = 'figures { formsMissing activitiesMissing filesMissing visitsMissing uploading warned complete }'

/** Of several types and visits, by their place; the last type of each kind is removed. */
const [formTypes, activityTypes, visitCount] = [4, 4, 3]
const place = fc.record({
  visit: fc.option(fc.nat({ max: visitCount - 1 }), { freq: 4 }),
  occurrence: fc.integer({ min: 1, max: 3 }),
  isRemoved: fc.constantFrom(false, false, true),
})
type Place = { visit: number | null; occurrence: number; isRemoved: boolean }
const form = fc.record({ place, type: fc.nat({ max: formTypes - 1 }), isComplete: fc.boolean() })
const activity = fc.record({
  place,
  type: fc.nat({ max: activityTypes - 1 }),
  start: fc.nat({ max: 9 }),
  file: fc.option(fc.constantFrom('UPLOADED', 'UPLOADED', 'PENDING')),
})
const subject = fc.record({
  status: fc.constantFrom('OPEN', 'OPEN', 'OPEN', 'CLOSED'),
  forms: fc.uniqueArray(form, { maxLength: 8, selector: keyOf }),
  activities: fc.uniqueArray(activity, { maxLength: 8, selector: keyOf }),
  running: fc.uniqueArray(fc.record({ place, type: fc.nat({ max: 1 }) }), { maxLength: 2, selector: keyOf }),
  said: fc.uniqueArray(
    fc.record({
      visit: fc.nat({ max: visitCount - 1 }),
      occurrence: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom(...subjectVisitStates),
    }),
    { maxLength: 4, selector: ({ visit, occurrence }) => `${visit} ${occurrence}` },
  ),
})
const some = fc.subarray([0, 1, 2, 3])
const visit = fc.record({
  day: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 3 }),
  repeats: fc.boolean(),
  forms: some,
  activities: some,
  optionalForms: some,
  optionalActivities: some,
})

function keyOf({ place: { visit, occurrence }, type }: { place: Place; type: number }) {
  return `${type} ${visit} ${occurrence}`
}

type Made = typeof subject extends fc.Arbitrary<infer Value> ? Value : never
type MadeVisit = typeof visit extends fc.Arbitrary<infer Value> ? Value : never

async function makeStudy(schedule: readonly MadeVisit[], subjects: readonly Made[]) {
  const [siteid, studyid] = [newSiteid(), randomUUID()]
  const [forms, activities, visits] = [formTypes, activityTypes, visitCount].map((count) =>
    Array.from({ length: count }, () => randomUUID()),
  ) as [string[], string[], string[]]
  await asTests(async (tx) => {
    const of = { siteid, studyid }
    await tx.insertInto('site').values({ siteid, name: siteid }).execute()
    await tx
      .insertInto('study')
      .values({ ...of, name: 'Planned' })
      .execute()
    const fields = JSON.stringify([{ name: 'weight', type: 'String', required: true }])
    const removal = (at: number, count: number) => ({ removed_at: at === count - 1 ? new Date() : null })
    for (const [at, formtypeid] of forms.entries()) {
      const name = `form ${at}`
      await tx
        .insertInto('form_type')
        .values({ ...of, formtypeid, identifier: name, identifier_key: name, fields, ...removal(at, formTypes) })
        .execute()
    }
    for (const [at, activitytypeid] of activities.entries()) {
      const name = `activity ${at}`
      const type = { activitytypeid, description: name, description_key: name, ...removal(at, activityTypes) }
      await tx
        .insertInto('activity_type')
        .values({ ...of, ...type })
        .execute()
    }
    for (const [at, { day, repeats, ...belonging }] of schedule.entries()) {
      const name = `visit ${at}`
      const ids = (of: readonly string[], places: readonly number[]) => places.map((each) => of[each] ?? '')
      await tx
        .insertInto('visit')
        .values({
          ...{ ...of, visitid: visits[at] ?? '', place: at, name, name_key: name, day, repeats },
          formtypeids: ids(forms, belonging.forms),
          activitytypeids: ids(activities, belonging.activities),
          optional_typeids: [...ids(forms, belonging.optionalForms), ...ids(activities, belonging.optionalActivities)],
        })
        .execute()
    }
    // A visit that the schedule does not have is none.
    const visitOf = (at: number | null) => (at === null || at >= schedule.length ? '' : (visits[at] ?? ''))
    for (const { status, ...made } of subjects) {
      const own = { ...of, subjectid: randomUUID() }
      const placeOf = ({ visit, occurrence }: Place) => ({ ...own, visitid: visitOf(visit), occurrence })
      const gone = ({ isRemoved }: Place) => ({ removed_at: isRemoved ? new Date() : null })
      await tx
        .insertInto('subject')
        .values({ ...own, status, identifier: null, identifier_key: null })
        .execute()
      for (const { place, type, isComplete } of unique(made.forms)) {
        const fields = JSON.stringify(isComplete ? [{ key: 'weight', value: 'x' }] : [])
        await tx
          .insertInto('form')
          .values({ ...placeOf(place), ...gone(place), formtypeid: forms[type] ?? '', fields })
          .execute()
      }
      for (const { place, type, start, file } of unique(made.activities)) {
        const placed = placeOf(place)
        const activitytypeid = activities[type] ?? ''
        await tx
          .insertInto('activity')
          .values({ ...placed, ...gone(place), activitytypeid, start_time: start, stop_time: start + 1, comment: null })
          .execute()
        if (file === null) continue
        await tx
          .insertInto('reference_data')
          .values({
            ...{ ...placed, ...gone(place), activitytypeid, referencedataid: randomUUID(), filename: 'arm.csv' },
            ...{ object_name: 'x', sha256: null, status: file, size: file === 'UPLOADED' ? 1 : null },
            expires_at: new Date(),
          })
          .execute()
      }
      for (const { place, type } of unique(made.running)) {
        await tx
          .insertInto('running_activity')
          .values({ ...placeOf(place), activitytypeid: activities[type] ?? '', start_time: 1, started_by: 'x' })
          .execute()
      }
      for (const { visit, occurrence, state } of made.said) {
        const planned = schedule[visit]
        if (!planned || (!planned.repeats && occurrence > 1)) continue
        await tx
          .insertInto('subject_visit')
          .values({ ...own, visitid: visitOf(visit), occurrence, state, date: null, reason: 'x' })
          .execute()
      }
    }
    /** What differs only by visits that the schedule does not have is one. */
    function unique<One extends { place: Place; type: number }>(all: readonly One[]): One[] {
      return [
        ...new Map(all.map((one) => [`${one.type} ${visitOf(one.place.visit)} ${one.place.occurrence}`, one])).values(),
      ]
    }
  })
  return { siteid, studyid }
}

/** Changes behind what was kept: of records, of the types and of the schedule. */
const changes = [
  `update form set removed_at = case when removed_at is null then now() end where studyid = $1 and occurrence = 1`,
  `update form set fields = '[]' where studyid = $1`,
  `update activity set start_time = start_time + 5, stop_time = stop_time + 5 where studyid = $1 and occurrence < 3`,
  `update reference_data set removed_at = now() where studyid = $1`,
  `update reference_data set status = 'PENDING', size = null where studyid = $1 and occurrence = 2`,
  `delete from running_activity where studyid = $1`,
  `update subject_visit set state = 'MISSED' where studyid = $1 and occurrence = 1`,
  `delete from subject_visit where studyid = $1`,
  // Turning it off is refused while somebody has two.
  `update visit set repeats = not repeats where studyid = $1
    and not exists (select from subject_visit said where said.visitid = visit.visitid and said.occurrence > 1)`,
  `update visit set day = case when day is null then 7 end where studyid = $1 and place = 0`,
  `update visit set formtypeids = '{}', optional_typeids = activitytypeids where studyid = $1 and place = 1`,
  `update form_type set fields = '[{"name": "height", "type": "String", "required": true}]' where studyid = $1`,
  `update form_type set removed_at = now() where studyid = $1 and identifier = 'form 0'`,
  `update activity_type set description_key = 'z' || description_key where studyid = $1 and description = 'activity 0'`,
  `update subject set status = 'DELETED' where studyid = $1`,
  `update form_type set fields = '[{"name": "date", "type": "Date"}]' where studyid = $1;
    update form set fields = jsonb_build_array(jsonb_build_object('key', 'date', 'value',
      (extract(epoch from current_date + time '12:00' at time zone 'UTC')::bigint - 864000 + 86400 * occurrence)::text)) where studyid = $1;
    update visit set day = 10 * place, days_before = 3, days_after = place where studyid = $1 and day is not null`,
  `update subject_visit set date = to_char(current_date + occurrence * 7, 'YYYY-MM-DD') where studyid = $1 and state <> 'MISSED'`,
]

/** Compares what is said of a study with the rules, subject by subject. */
async function expectByRules({ siteid, studyid }: { siteid: string; studyid: string }) {
  const study = await run(nurse, 'getStudy', { siteid, studyid }, `${types} ${figures}`)
  const schedule = 'visitid day daysBefore daysAfter repeats formtypeids activitytypeids optionaltypeids'
  const planned = await run(nurse, 'listVisits', { studyid }, schedule)
  const subjects = await run(nurse, 'listSubjects', { studyid }, record)
  const standings = await run(nurse, 'listVisitStandings', { studyid }, 'subjectid cells deviations')
  for (const { facts: found, ...one } of subjects) {
    const own = await run(nurse, 'listSubjectVisits', { subjectid: one.subjectid }, ofVisit)
    const visits = scheduledVisits<AskingVisit, AskingVisit>(planned, own)
    expect(found).toEqual(countFacts(study, { ...one, visits }))
    expect(await run(nurse, 'getSubject', { studyid, subjectid: one.subjectid }, facts)).toEqual({ facts: found })
    const cells = planned.map(({ visitid }: { visitid: string }) =>
      cellOfVisit(
        own.filter((each: { visitid: string }) => each.visitid === visitid),
        new Date().toISOString().slice(0, 10),
      ),
    )
    const standing = standings.find(({ subjectid }: { subjectid: string }) => subjectid === one.subjectid)
    expect(standing?.cells ?? '').toBe(cells.join(''))
    const deviations = await run(nurse, 'listDeviations', { studyid, subjectid: one.subjectid }, 'kind')
    expect(standing?.deviations ?? 0).toBe(deviations.length)
  }
  const lacking = (what: Lack) =>
    subjects.filter(
      (each: { status: string; facts: Parameters<typeof isLacking>[0] }) =>
        each.status === 'OPEN' && isLacking(each.facts, what),
    ).length
  const counted = lacks.map(lacking)
  const { formsMissing, activitiesMissing, filesMissing, visitsMissing, uploading, warned, complete } = study.figures
  expect([formsMissing, activitiesMissing, filesMissing, visitsMissing, uploading, warned, complete]).toEqual(counted)
  return subjects.length
}

test('what the schedule asks for is counted for a whole study as the rules do for each subject, kept or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { maxLength: visitCount }),
      fc.array(subject, { minLength: 1, maxLength: 4 }),
      fc.subarray(changes, { minLength: 1, maxLength: 3 }),
      async (schedule, made, later) => {
        const study = await makeStudy(schedule, made)
        expect(await expectByRules(study)).toBe(made.length)
        await keepAll(casebook.services.db, { zone: 'UTC', rest: { seconds: 0, atMost: 0 } })
        await expectByRules(study)
        await asTests(async (tx) => {
          for (const change of later) await sql.raw(change.replaceAll('$1', `'${study.studyid}'`)).execute(tx)
        })
        await expectByRules(study)
        await keepAll(casebook.services.db, { zone: 'UTC', rest: { seconds: 0, atMost: 0 } })
        await expectByRules(study)
      },
    ),
    { numRuns: 6 },
  )
})
