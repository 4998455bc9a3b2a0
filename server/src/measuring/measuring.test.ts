import { setTimeout as wait } from 'node:timers/promises'
import { methods } from '@casebook/domain/recordings/measures/methods.ts'
import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import { survey } from '@casebook/domain/recordings/seen/survey.ts'
import { memorySource } from '@casebook/domain/recordings/source.ts'
import { describeFile } from '@casebook/domain/reference-data/file-description.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCasebook } from '../../test/beds/casebook.ts'
import { complete, openFilesBed, remove, upload } from '../../test/beds/files-bed.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { readsOf } from '../access/site-data.ts'
import { exportStatements } from '../exports/export-statements.sql.ts'
import { currentMethods } from './measure-file.ts'
import { askForOutdated, claimWork, endWork, releaseWork } from './work.sql.ts'
import { type Measurers, workThrough } from './work-through.ts'

const list = `query ($subjectid: ID!, $referencedataid: ID) { listMeasures(subjectid: $subjectid, referencedataid: $referencedataid) {
  referencedataid activitytypeid visitid occurrence filename state measuredAt ofActivity measuredFrom measuredSeconds epochSeconds earlier
  measures { channel measure unit value recorded method methodVersion reference parameters firstEpoch epochs } } }`
const ofStudy = `query ($studyid: ID!, $measure: String!) { listStudyMeasures(studyid: $studyid, measure: $measure) {
  subjectid identifier activitytypeid visitid occurrence referencedataid channel measure unit value ofActivity recorded method methodVersion } }`
const describe = `mutation ($subjectid: ID!, $referencedataid: ID!, $description: String!) {
  describeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid, description: $description) { description } }`
const putBack = `mutation ($subjectid: ID!, $referencedataid: ID!) { putBackReferenceData(subjectid: $subjectid, referencedataid: $referencedataid) {
  referencedataid } }`
const correct = `mutation ($subjectid: ID!, $referencedataid: ID!) { correctReferenceDataClock(subjectid: $subjectid, referencedataid: $referencedataid,
  seconds: 10, previousSeconds: 0) { clockCorrection } }`

let bed: Awaited<ReturnType<typeof openFilesBed>>
let measurers: Measurers
beforeAll(async () => {
  bed = await openFilesBed()
  const { db, store } = bed.casebook.services
  const log = { warn: (...said: unknown[]) => warnings.push(said) } as unknown as Measurers['log']
  measurers = { db, store, scope: proveScope(systemActor('measures'), 'all'), log }
})
afterAll(() => bed.stop())
const warnings: unknown[] = []
/** Of the activities of the bed. */
const times = { startTime: 1_792_476_000, stopTime: 1_792_476_600 }
const never = new AbortController().signal

/** Two minutes of 25 Hz, in which somebody moves during the second one, from so many seconds after the activity begins. */
function accelerations(after = 0): string {
  const begin = (times.startTime + after) * 1000
  const lines = Array.from({ length: 3000 }, (_, i) => {
    const z = i < 1500 ? 1 : i % 2 === 0 ? 1.5 : 1
    return `${new Date(begin + i * 40).toISOString()},0,0,${z}`
  })
  return ['time,acc_x (g),acc_y (g),acc_z (g)', ...lines, ''].join('\n')
}

async function uploaded(content: string, filename = 'wrist.csv', isDescribed = true) {
  const { subjectid } = await bed.addSubject()
  const { referencedataid, ...form } = await bed.addFile(subjectid, { filename })
  await upload(form, content)
  await bed.nurse.ask(complete, { subjectid, referencedataid })
  const ids = { subjectid, referencedataid }
  if (isDescribed) {
    const recording = await openRecording(memorySource(new TextEncoder().encode(content)), filename)
    await bed.nurse.ask(describe, { ...ids, description: JSON.stringify(describeFile(await survey(recording), null)) })
  }
  return ids
}

const measureAll = (worker = 'this one') => workThrough(measurers, worker, never)
const filesOf = async (ids: Record<string, unknown>) => (await bed.nurse.ask(list, ids)).listMeasures
const measured = (file: { measures: { measure: string; value: number | null }[] }, measure: string) =>
  file.measures.find((each) => each.measure === measure)?.value

test('a file is measured in the time of its activity, and in each epoch', async () => {
  const ids = await uploaded(accelerations())
  expect(await filesOf(ids)).toMatchObject([{ state: 'WAITING', measures: [], measuredAt: null, earlier: '[]' }])
  await measureAll()
  const [file] = await filesOf(ids)
  expect(file).toMatchObject({
    referencedataid: ids.referencedataid,
    filename: 'wrist.csv',
    state: 'MEASURED',
    ofActivity: true,
    measuredFrom: times.startTime,
    measuredSeconds: times.stopTime - times.startTime,
    epochSeconds: 60,
    earlier: '[]',
  })
  const enmo = file.measures.find((each: { measure: string }) => each.measure === 'enmo')
  expect(enmo).toMatchObject({ channel: 'acc_xyz', unit: 'g', method: 'enmo', methodVersion: '3', firstEpoch: 0 })
  expect(enmo.value).toBeCloseTo(0.125, 9)
  expect(enmo.epochs[0]).toBeCloseTo(0, 9)
  expect(enmo.epochs[1]).toBeCloseTo(0.25, 9)
  expect(enmo.recorded).toBeCloseTo(120 / file.measuredSeconds, 6)
  expect(JSON.parse(enmo.parameters)).toMatchObject({ calibration: 'none', factor_to_g: 1 })
})

test('a file that a script uploaded and nobody opened is measured in the time of its activity, too', async () => {
  const ids = await uploaded(accelerations(), 'script.csv', false)
  await asSuperuser(bed.casebook, `update measuring set lease_until = '-infinity'`)
  await measureAll()
  const [file] = await filesOf(ids)
  expect(file).toMatchObject({ state: 'MEASURED', ofActivity: true, measuredFrom: times.startTime, earlier: '[]' })
  expect(file.measuredSeconds).toBe(times.stopTime - times.startTime)
  expect(measured(file, 'enmo')).toBeCloseTo(0.125, 9)
  // What a browser finds when it opens the file is the same: nothing is measured again.
  const recording = await openRecording(memorySource(new TextEncoder().encode(accelerations())), 'script.csv')
  const description = JSON.stringify(describeFile(await survey(recording), null))
  await bed.nurse.ask(describe, { ...ids, description })
  await measureAll()
  expect(await filesOf(ids)).toEqual([file])

  // Neither is it while nobody has described it.
  const other = await uploaded(accelerations(), 'again.csv', false)
  for (const _ of [1, 2]) {
    await asSuperuser(
      bed.casebook,
      `insert into measuring (referencedataid, siteid) values ('${other.referencedataid}', '${bed.study.siteid}')
        on conflict (referencedataid, siteid) do update set lease_until = '-infinity'`,
    )
    await measureAll()
  }
  expect(await filesOf(other)).toMatchObject([{ state: 'MEASURED', ofActivity: true, earlier: '[]' }])
})

test('local times without a zone do not tell when a file was recorded: a comparison says that its values are of all of it', async () => {
  const ids = await uploaded(accelerations().replaceAll('Z,', ','), 'local.csv', false)
  await asSuperuser(bed.casebook, `update measuring set lease_until = '-infinity'`)
  await measureAll()
  expect(await filesOf(ids)).toMatchObject([{ state: 'MEASURED', ofActivity: false, measuredFrom: null }])
  const { studyid } = bed.study
  const { listStudyMeasures } = await bed.nurse.ask(ofStudy, { studyid, measure: 'enmo' })
  const told = (id: string) =>
    listStudyMeasures.find((each: { referencedataid: string }) => each.referencedataid === id)
  expect(told(ids.referencedataid)).toMatchObject({ ofActivity: false })
  const known = await uploaded(accelerations(), 'known.csv')
  await measureAll()
  const after = (await bed.nurse.ask(ofStudy, { studyid, measure: 'enmo' })).listStudyMeasures
  expect(
    after.find((each: { referencedataid: string }) => each.referencedataid === known.referencedataid),
  ).toMatchObject({ ofActivity: true })
})

test('a file that is known to have been recorded at another time is measured as a whole', async () => {
  const ids = await uploaded(accelerations(86_400))
  await measureAll()
  const [file] = await filesOf(ids)
  expect(file).toMatchObject({ state: 'MEASURED', ofActivity: false, measuredFrom: times.startTime + 86_400 })
  expect(file.measuredSeconds).toBeCloseTo(120, 6)
  expect(measured(file, 'enmo')).toBeCloseTo(0.125, 9)
})

test('a file without a time of its own is measured as a whole, and what is no recording is unreadable', async () => {
  const untimed = `sample,acc_x (g),acc_y (g),acc_z (g)\n${Array.from({ length: 200 }, (_, i) => `${i},0,0,1.25`).join('\n')}\n`
  const first = await uploaded(untimed, 'untimed.csv')
  const second = await uploaded('%PDF-1.7 a letter', 'letter.pdf', false)
  await asSuperuser(bed.casebook, `update measuring set lease_until = '-infinity'`)
  await measureAll()
  expect(await filesOf(first)).toMatchObject([{ state: 'MEASURED', ofActivity: false, measuredFrom: null }])
  expect(await filesOf(second)).toMatchObject([{ state: 'UNREADABLE', measures: [] }])
  expect(warnings).toEqual([])
})

test('a record of a header and samples is measured once, in whichever order they arrive', async () => {
  const header = '100 1 10 100\n100.dat 16 200/mV 12 0 0 0 0 ECG\n'
  const samples = new Uint8Array(Int16Array.from({ length: 100 }, (_, i) => (i % 10) * 100).buffer)
  const { subjectid } = await bed.addSubject()
  const add = async (filename: string, content: string | Uint8Array<ArrayBuffer>) => {
    const { referencedataid, ...form } = await bed.addFile(subjectid, { filename })
    await upload(form, content)
    await bed.nurse.ask(complete, { subjectid, referencedataid })
    await asSuperuser(bed.casebook, `update measuring set lease_until = '-infinity'`)
    return { subjectid, referencedataid }
  }
  const stateOf = async (ids: Record<string, unknown>) => {
    const [{ state, earlier, measures }] = await filesOf(ids)
    return { state, earlier, values: measures.length > 0 }
  }
  const early = await add('100.dat', samples)
  await measureAll()
  expect(await stateOf(early)).toEqual({ state: 'UNREADABLE', earlier: '[]', values: false })
  const head = await add('100.hea', header)
  await measureAll()
  expect(await stateOf(head)).toEqual({ state: 'MEASURED', earlier: '[]', values: false })
  expect(await stateOf(early)).toEqual({ state: 'MEASURED', earlier: '[]', values: true })

  // A header whose samples have another name is what opens them.
  await bed.nurse.ask(remove, head)
  await bed.nurse.ask(remove, early)
  await add('odd.dat', samples)
  const other = await add('record.hea', header.replaceAll('100.dat', 'odd.dat').replace('100 1', 'record 1'))
  await measureAll()
  expect(await stateOf(other)).toEqual({ state: 'MEASURED', earlier: '[]', values: true })
})

test('a file that was uploaded a moment ago waits for its description', async () => {
  await uploaded(accelerations(), 'soon.csv', false)
  expect(await claimWork(readsOf(measurers.db, measurers.scope), 'too early')).toBeUndefined()
})

test('two processes measure each file once', async () => {
  const all = await Promise.all([1, 2, 3, 4, 5].map((n) => uploaded(accelerations(), `once-${n}.csv`)))
  await Promise.all([measureAll('one'), measureAll('two')])
  for (const ids of all) {
    const [file] = await filesOf(ids)
    // Nothing was replaced: what is measured twice would tell what was before.
    expect([file.state, file.earlier]).toEqual(['MEASURED', '[]'])
  }
  expect(await asSuperuser(bed.casebook, 'select from measuring where worker is not null')).toEqual([])
})

test('if a process dies while it measures, another takes the file up', async () => {
  const ids = await uploaded(accelerations(), 'dies.csv')
  const reader = readsOf(measurers.db, measurers.scope)
  const work = await claimWork(reader, 'the one that dies')
  expect(work).toMatchObject({ referencedataid: ids.referencedataid, attempts: 1 })
  await measureAll('another')
  expect(await filesOf(ids)).toMatchObject([{ state: 'WAITING' }])
  await asSuperuser(
    bed.casebook,
    `update measuring set lease_until = now() - interval '1 second' where worker = 'the one that dies'`,
  )
  await measureAll('another')
  expect(await filesOf(ids)).toMatchObject([{ state: 'MEASURED' }])
  // The one that was thought dead comes too late.
  expect(work && (await endWork(reader, 'the one that dies', work))).toBe(false)
})

test('a file that ends its process again and again is given up', async () => {
  const ids = await uploaded(accelerations(), 'kills.csv')
  const reader = readsOf(measurers.db, measurers.scope)
  for (let attempt = 1; attempt <= 3; attempt++) {
    const work = await claimWork(reader, 'dies')
    expect(work?.attempts).toBe(attempt)
    if (work) await releaseWork(reader, 'dies', work, -1)
  }
  await measureAll()
  expect(await filesOf(ids)).toMatchObject([{ state: 'UNREADABLE', measures: [] }])
})

test('what is measured again says what was before, and why', async () => {
  const ids = await uploaded(accelerations(), 'again.csv')
  await measureAll()
  const [first] = await filesOf(ids)
  await bed.nurse.ask(correct, ids)
  // Until then, the values are those of before.
  expect(await filesOf(ids)).toMatchObject([{ state: 'WAITING', measuredFrom: first.measuredFrom }])
  await measureAll()
  const [second] = await filesOf(ids)
  expect(second).toMatchObject({ state: 'MEASURED', measuredFrom: first.measuredFrom })
  const epochs = (file: { measures: { measure: string; epochs: unknown[] }[] }) =>
    file.measures.find(({ measure }) => measure === 'enmo')?.epochs
  expect(epochs(first)?.[0]).not.toBeNull()
  // The recording now begins ten seconds after the activity.
  expect(epochs(second)?.[0]).toBeNull()
  const [earlier, ...others] = JSON.parse(second.earlier)
  expect(others).toEqual([])
  expect(earlier).toMatchObject({ measuredAt: first.measuredAt, why: ['time'], epochSeconds: 60, problem: null })
  expect(earlier.methods).toEqual(currentMethods)
  expect(earlier.methods).toMatchObject(Object.fromEntries(methods.map(({ name, version }) => [name, version])))
  expect(earlier.values).toContainEqual({
    channel: 'acc_xyz',
    measure: 'enmo',
    unit: 'g',
    value: measured(first, 'enmo'),
  })
})

test.each(['enmo', 'reading'])(
  'another version of %s measures every file again, and nothing else does',
  async (changed) => {
    const ids = await uploaded(accelerations(), `${changed}.csv`)
    await measureAll()
    await askForOutdated(measurers.db, measurers.scope, currentMethods)
    expect(await filesOf(ids)).toMatchObject([{ state: 'MEASURED' }])
    await asSuperuser(
      bed.casebook,
      `update measured_file set methods = methods || '{"${changed}": "0"}' where referencedataid = '${ids.referencedataid}'`,
    )
    await askForOutdated(measurers.db, measurers.scope, currentMethods)
    expect(await filesOf(ids)).toMatchObject([{ state: 'WAITING' }])
    await measureAll()
    const [file] = await filesOf(ids)
    expect(JSON.parse(file.earlier)).toMatchObject([{ why: ['methods'], methods: { [changed]: '0' } }])
  },
)

test('a removed file shows nothing, and its values are there when it is put back', async () => {
  const ids = await uploaded(accelerations(), 'removed.csv')
  await measureAll()
  const [before] = await filesOf(ids)
  await bed.nurse.ask(remove, ids)
  expect(await filesOf(ids)).toEqual([])
  const { studyid } = bed.study
  const found = async () =>
    (await bed.nurse.ask(ofStudy, { studyid, measure: 'enmo' })).listStudyMeasures.filter(
      (each: { referencedataid: string }) => each.referencedataid === ids.referencedataid,
    )
  expect(await found()).toEqual([])
  await bed.nurse.ask(putBack, ids)
  await measureAll()
  expect(await filesOf(ids)).toEqual([before])
  expect(await found()).toMatchObject([
    {
      subjectid: ids.subjectid,
      measure: 'enmo',
      unit: 'g',
      value: measured(before, 'enmo'),
      occurrence: 1,
      visitid: null,
    },
  ])
})

test('a change of the activity’s times while a file is measured lets it be measured once more', async () => {
  const ids = await uploaded(accelerations(), 'meanwhile.csv')
  const reader = readsOf(measurers.db, measurers.scope)
  const work = await claimWork(reader, 'slow')
  await bed.nurse.ask(correct, ids)
  expect(work && (await endWork(reader, 'slow', work))).toBe(false)
  if (work) await releaseWork(reader, 'slow', work, -1)
  await measureAll()
  expect(await filesOf(ids)).toMatchObject([{ state: 'MEASURED', ofActivity: true }])
})

test('a server measures in a thread of its own', async () => {
  const ids = await uploaded(accelerations(), 'thread.csv')
  const { database, dataDir } = bed.casebook
  const other = await startCasebook({ MEASURE_RECORDINGS: 'true' }, { database, dataDir })
  try {
    for (let waited = 0; waited < 1500 && (await filesOf(ids))[0].state === 'WAITING'; waited++) await wait(100)
    expect(await filesOf(ids)).toMatchObject([{ state: 'MEASURED', ofActivity: true }])
  } finally {
    await other.stop()
  }
}, 200_000)

test('a study chooses the length of its epochs, and its files are measured again when it does', async () => {
  const ids = await uploaded(accelerations(), 'epochs.csv')
  await measureAll()
  const { siteid, studyid } = bed.study
  const update = `mutation ($siteid: ID!, $studyid: ID!, $input: StudyInput!) { updateStudy(siteid: $siteid, studyid: $studyid, input: $input) { epochSeconds } }`
  const set = (epochSeconds: number) => ({ siteid, studyid, input: { name: 'Files', status: 'OPEN', epochSeconds } })
  expect(await bed.admin.refused(update, set(0))).toMatchObject({ code: 'BAD_INPUT', field: 'epochSeconds' })
  expect(await filesOf(ids)).toMatchObject([{ state: 'MEASURED', epochSeconds: 60 }])
  expect((await bed.admin.ask(update, set(30))).updateStudy).toEqual({ epochSeconds: 30 })
  await measureAll()
  const [file] = await filesOf(ids)
  expect(file).toMatchObject({ state: 'MEASURED', epochSeconds: 30 })
  expect(file.measures[0].epochs.length).toBe(4)
  expect(JSON.parse(file.earlier)).toMatchObject([{ why: ['epoch'], epochSeconds: 60 }])
})

test('an export reads the values of the files that it contains', async () => {
  const ids = await uploaded(accelerations(), 'exported.csv')
  await measureAll()
  const { siteid, studyid } = bed.study
  const place = {
    siteid,
    studyid,
    subjectid: ids.subjectid,
    subjectids: null,
    closedOnly: false,
    deleted: true,
    history: false,
    codeKey: null,
  }
  const { measures, activityTypes } = exportStatements(measurers.scope, place)
  const read = async (statement: typeof measures) =>
    (await statement.execute(readsOf(measurers.db, measurers.scope))).rows.map(({ line }) => JSON.parse(line))
  expect(await read(activityTypes)).toMatchObject([{ measured: true }])
  const rows = await read(measures)
  const [file] = await filesOf(ids)
  expect(rows.map(({ measure, value }) => [measure, value])).toEqual(
    file.measures.map(({ measure, value }: { measure: string; value: number }) => [measure, value]),
  )
  expect(rows[0]).toMatchObject({
    subjectid: ids.subjectid,
    referencedataid: ids.referencedataid,
    ofActivity: true,
    measuredFrom: times.startTime,
    epochs: file.measures[0].epochs,
  })
  await bed.nurse.ask(remove, ids)
  expect(await read(measures)).toEqual([])
})
