import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { openLive, until } from '../../test/beds/live.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { readSubjectRows } from '../exports/subject-rows.sql.ts'
import { write } from '../writes/write.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Nora', { groups: ['admin', 'hp', 'study:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

type Worn = {
  deviceid: string
  position: string
  place: string
  from: string
  to: string | null
  visitid: string | null
}
const fields = 'deviceid position place from to visitid'
const ten = '2026-10-20T10:00:00.000Z'
const eleven = '2026-10-20T11:00:00.000Z'
const noon = '2026-10-20T12:00:00.000Z'

const input = (more: object, subjectid = place.subjectid) => {
  const { siteid, studyid } = place
  return { input: { siteid, studyid, subjectid, ...more } }
}
const update = (more: object, subjectid?: string) => run(nurse, 'updateSubject', input(more, subjectid))
const listWorn = (subjectid = place.subjectid): Promise<Worn[]> => run(nurse, 'listWorn', { subjectid }, fields)

async function newSubject(identifier: string, devices: readonly object[] = []): Promise<string> {
  const { siteid, studyid } = place
  const added = await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier, devices } })
  return added.subjectid
}

test('a device is put on and taken off now, unless said otherwise, and both are kept', async () => {
  const { siteid, deviceid } = place
  await run(nurse, 'addDevice', { siteid, deviceid: 'B2' })
  const before = Date.now()
  const subjectid = await newSubject('S-1', [{ deviceid, position: 'ARM' }])
  const [now] = await listWorn(subjectid)
  expect(now).toMatchObject({ deviceid, position: 'ARM', place: 'arm', to: null, visitid: null })
  expect(Date.parse(now?.from ?? '')).toBeGreaterThanOrEqual(before - 1000)
  await update(
    {
      devices: [
        { deviceid, position: 'ARM', from: ten },
        { deviceid: 'B2', position: 'CHEST', from: eleven },
      ],
    },
    subjectid,
  )
  await update({ devices: [{ deviceid: 'B2', position: 'CHEST' }], takenOff: noon }, subjectid)
  await update({ devices: [] }, subjectid)
  const [first, second, ...others] = await listWorn(subjectid)
  expect(first).toMatchObject({ deviceid, from: ten, to: noon })
  expect(second).toMatchObject({ deviceid: 'B2', place: 'chest', from: eleven })
  expect(Date.parse(second?.to ?? '')).toBeGreaterThanOrEqual(before - 1000)
  expect(others).toEqual([])
})

test('a list that is sent again changes nothing, and keeps when a device was put on', async () => {
  const { deviceid, studyid, subjectid } = place
  await update({ devices: [{ deviceid, position: 'ARM', from: ten }] })
  const { version } = await run(nurse, 'getSubject', { studyid, subjectid }, 'version')
  await update({ devices: [{ deviceid, position: 'ARM' }], version })
  await update({ devices: [{ deviceid, position: 'ARM', from: ten }], version })
  const subject = await run(nurse, 'getSubject', { studyid, subjectid }, `version devices { ${fields} }`)
  expect(subject).toMatchObject({ version, devices: [{ deviceid, from: ten, to: null }] })
})

test('putting a device back undoes the taking off', async () => {
  const { deviceid, subjectid } = place
  await update({ devices: [{ deviceid, position: 'ARM', from: ten }] })
  const whole = await listWorn()
  await update({ devices: [], takenOff: noon })
  expect((await listWorn()).find(({ position }) => position === 'ARM')).toMatchObject({ from: ten, to: noon })
  await run(nurse, 'putBackSubjectDevice', { subjectid, deviceid, position: 'ARM' })
  expect(await listWorn()).toEqual(whole)
})

test('no time is still to come, and nothing is taken off before it was put on', async () => {
  const { deviceid } = place
  const future = new Date(Date.now() + 3_600_000).toISOString()
  const devices = [{ deviceid, position: 'ARM', from: future }]
  expect(await refusal(nurse, 'updateSubject', input({ devices }))).toMatchObject({
    code: 'BAD_INPUT',
    reason: 'subject.worn.future',
    field: 'devices',
  })
  await update({ devices: [{ deviceid, position: 'ARM', from: eleven }] })
  const bad = { code: 'BAD_INPUT', field: 'takenOff' }
  expect(await refusal(nurse, 'updateSubject', input({ devices: [], takenOff: future }))).toMatchObject({
    ...bad,
    reason: 'subject.worn.future',
  })
  expect(await refusal(nurse, 'updateSubject', input({ devices: [], takenOff: ten }))).toMatchObject({
    ...bad,
    reason: 'subject.worn.reversed',
    params: { deviceid },
  })
  expect((await listWorn()).find(({ position }) => position === 'ARM')).toMatchObject({ from: eleven, to: null })
})

test('a device is put on at a visit of the study', async () => {
  const { deviceid, siteid, studyid } = place
  const devices = [{ deviceid, position: 'ARM', visitid: 'somewhere' }]
  expect(await refusal(nurse, 'updateSubject', input({ devices }))).toMatchObject({
    code: 'BAD_INPUT',
    reason: 'subject.visit.missing',
  })
  const visitid = `${studyid}-v1`
  const visit = {
    visitid,
    siteid,
    studyid,
    place: 7,
    name: 'One',
    name_key: visitid,
    formtypeids: [],
    activitytypeids: [],
  }
  await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    await tx
      .insertInto('visit')
      .values({ ...visit, day: null })
      .execute()
  })
  await update({ devices: [{ deviceid, position: 'ARM', visitid }] })
  await update({ devices: [] })
  expect((await listWorn()).find(({ position }) => position === 'ARM')).toMatchObject({ visitid })
})

test('a device tells who wore it, also when it is removed from the site, and only to who may see it', async () => {
  const { siteid, deviceid, studyid, subjectid } = place
  const other = await newSubject('S-2', [{ deviceid, position: 'CHEST', from: ten }])
  await update({ devices: [], takenOff: noon }, other)
  const wearers = 'studyid study subjectid identifier worn { place from to }'
  const listed: { subjectid: string }[] = await run(nurse, 'listWearers', { siteid, deviceid }, wearers)
  expect(listed.at(-1)).toEqual({
    ...{ studyid, study: 'A study', subjectid: other, identifier: 'S-2' },
    worn: { place: 'chest', from: ten, to: noon },
  })
  expect(listed.map((one) => one.subjectid)).toContain(subjectid)
  await run(nurse, 'removeDevice', { siteid, deviceid })
  expect(await refusal(nurse, 'listWearers', { siteid, deviceid })).toMatchObject({
    code: 'NOT_FOUND',
    field: 'deviceid',
  })
  expect(await listWorn(other)).toMatchObject([{ deviceid, from: ten, to: noon }])
  const elsewhere = await makePlace(casebook)
  const stranger = await addPerson(casebook, 'Stig', { groups: ['hp'], sites: [elsewhere.siteid] })
  for (const call of ['listWorn', 'listWornTwice']) {
    expect(await refusal(stranger, call, { subjectid })).toMatchObject({ code: 'NOT_FOUND', field: 'subjectid' })
  }
  expect(await refusal(stranger, 'listWearers', { siteid, deviceid })).toMatchObject({ code: 'NOT_FOUND' })
})

test('one device on two people at once is told of both, with the time that both have in common', async () => {
  const { siteid } = place
  await run(nurse, 'addDevice', { siteid, deviceid: 'C3' })
  const [one, two, three] = [await newSubject('S-1'), await newSubject('S-2'), await newSubject('S-3')]
  const wear = async (subjectid: string, from: string, takenOff: string) => {
    await update({ devices: [{ deviceid: 'C3', position: 'ARM', from }] }, subjectid)
    await update({ devices: [], takenOff }, subjectid)
  }
  await wear(one, ten, noon)
  await wear(two, eleven, '2026-10-20T13:00:00.000Z')
  // One after the other is no fault.
  await wear(three, '2026-10-20T13:00:00.000Z', '2026-10-20T14:00:00.000Z')
  const twice = (subjectid: string) =>
    run(nurse, 'listWornTwice', { subjectid }, 'identifier worn { deviceid from to }')
  const worn = { deviceid: 'C3', from: eleven, to: noon }
  expect(await twice(one)).toEqual([{ identifier: 'S-2', worn }])
  expect(await twice(two)).toEqual([{ identifier: 'S-1', worn }])
  expect(await twice(three)).toEqual([])
})

test('an export tells what was worn, also what was taken off, where anything was recorded of it', async () => {
  const { siteid, studyid, deviceid } = place
  const subjectid = await newSubject('S-1')
  const read = async () => {
    const scope = proveScope(systemActor('tests'), 'all')
    const extent = { siteid, studyid, subjectid, history: false }
    return await readSubjectRows(casebook.services.db, scope, extent, 'Europe/Oslo')
  }
  await update({ devices: [{ deviceid, position: 'ARM', from: ten }] }, subjectid)
  await update({ devices: [], takenOff: noon }, subjectid)
  const rows = await read()
  expect(rows.studies).toMatchObject([{ studyid, worn: true }])
  expect(await Array.fromAsync(rows.worn())).toEqual([
    {
      ...{ siteid, studyid, subjectid, identifier: 'S-1', wornid: expect.any(String) },
      ...{ deviceid, position: 'ARM', place: 'arm', from: ten, to: noon, visitid: null },
    },
  ])
  await asSuperuser(casebook, 'update worn set changed_at = null where studyid = $1', [studyid])
  expect((await read()).studies).toEqual([expect.not.objectContaining({ worn: true })])
})

test('who wears a device is told when it is put on somebody else, and when it is taken off', async () => {
  const { studyid, deviceid } = place
  const first = await newSubject('S-1', [{ deviceid, position: 'ARM' }])
  const live = openLive(nurse)
  const seen = live.watch('onSubjectUpdates', { studyid, subjectid: first })
  await until('it is told', async () => {
    await update({ identifier: `S-${seen.changes.length}${Date.now()}` }, first)
    return seen.changes.length > 0
  })
  const second = await newSubject('S-2')
  for (const devices of [[{ deviceid, position: 'CHEST' }], []]) {
    seen.changes.length = 0
    await update({ devices }, second)
    await until('the other wearer is told', () => seen.changes.some(({ id }) => id === first))
  }
  await live.close()
})
