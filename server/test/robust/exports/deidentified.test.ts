import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCsv } from '@casebook/domain/exports/csv/read-csv.ts'
import { writeEdf } from '@casebook/domain/recordings/testing/write-edf.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readParquet } from '../../../../domain/test/duckdb.ts'
import { type Casebook, type Person, startCasebook } from '../../beds/casebook.ts'
import { upload } from '../../beds/files-bed.ts'
import { until } from '../../beds/live.ts'
import { field, run } from '../../beds/operations.ts'
import { addPerson } from '../../beds/people.ts'
import { makePlace, type Place } from '../../beds/place.ts'

let casebook: Casebook
let place: Place
let admin: Person
let folder: string

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  admin = await addPerson(casebook, 'Planted Administrator', {
    groups: ['admin', 'hp', 'study:admin', 'subject:admin'],
    sites: [place.siteid],
  })
  folder = await mkdtemp(join(tmpdir(), 'casebook-deidentified-'))
}, 60_000)
afterAll(async () => {
  await casebook.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Every entry of the ZIP as Latin-1, those of a spreadsheet inside it as well. */
const python = `
import io, json, sys, zipfile
def entries(data, at):
    for name in zipfile.ZipFile(data).namelist():
        content = zipfile.ZipFile(data).read(name)
        yield at + name, content.decode('latin-1')
        if name.endswith('.xlsx'): yield from entries(io.BytesIO(content), at + name + '/')
json.dump(dict(entries(sys.argv[1], '')), sys.stdout)`

async function exported(more: object) {
  const input = { siteid: place.siteid, studyid: place.studyid, ...more }
  const { exportid } = await run(admin, 'addExport', { input })
  let found = { state: '', problem: null }
  await until(
    'the export has ended',
    async () => {
      found = await run(admin, 'getExport', { exportid })
      return !['WAITING', 'RUNNING'].includes(found.state)
    },
    150_000,
  )
  if (found.state !== 'DONE') return { ...found, entries: {} }
  const answer = await fetch(await run(admin, 'getExportLink', { exportid }))
  const path = join(folder, `${exportid}.zip`)
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  const options = { encoding: 'utf8', maxBuffer: 1 << 29 } as const
  const entries: Record<string, string> = JSON.parse(execFileSync('python3', ['-c', python, path], options))
  return { ...found, entries }
}

/** The values of all Parquet files of an export, which are compressed. */
async function parquetTexts(entries: Record<string, string>): Promise<string> {
  const texts: string[] = []
  for (const [name, content] of Object.entries(entries)) {
    if (!name.endsWith('.parquet')) continue
    const path = join(folder, 'table.parquet')
    await writeFile(path, Buffer.from(content, 'latin1'))
    const { rows } = await readParquet(path)
    texts.push(name, ...rows.flat().filter((value) => typeof value === 'string'))
  }
  return texts.join('\n')
}

const patient = 'Patient'
const begin = Date.UTC(2026, 1, 3, 8) / 1000

/** Twelve texts that tell who a subject is; the letters make each unlike any other. */
function plantedOf(number: number) {
  const word = (what: string) => `${what}${String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26))}quz`
  return {
    identifier: word('Subjectid'),
    earlierIdentifier: word('Formerly'),
    remark: `${word('Remark')} æøå, "quoted"`,
    earlierRemark: word('Wasremark'),
    register: `0101${String(7_000_000 + number * 7919)}`,
    comment: `${word('Comment')} of Kari`,
    earlierComment: word('Wascomment'),
    formLabel: word('Fall'),
    activityLabel: word('Walk'),
    filename: `${word('Filename')}.edf`,
    patient: word(patient),
    annotation: word('Annotation'),
  }
}

function edfOf({ patient, annotation }: ReturnType<typeof plantedOf>): Uint8Array<ArrayBuffer> {
  const bytes = writeEdf({
    reserved: 'EDF+C',
    start: ['03.02.26', '09.00.00'],
    recordingid: `Startdate 03-FEB-2026 ${patient} technician device`,
    records: 2,
    recordDuration: 1,
    signals: [
      { label: 'ECG', unit: 'uV', samplesPerRecord: 4, samples: [1, 2, 3, 4, 5, 6, 7, 8] },
      { label: patient.slice(0, 16), unit: 'uV', samplesPerRecord: 4, samples: [1, 2, 3, 4, 5, 6, 7, 8] },
      {
        label: 'EDF Annotations',
        samplesPerRecord: 40,
        lists: [`+0\x14\x14\x00+0.5\x14${annotation}\x14\x00`, '+1\x14\x14\x00'],
      },
      { label: 'ACC X', unit: 'g', samplesPerRecord: 4, samples: [1, 2, 3, 4, 5, 6, 7, 8] },
    ],
  })
  bytes.set(Buffer.from(`MCH-0234567 F 02-MAY-1951 ${patient}`.padEnd(80)), 8)
  return bytes
}

test('600 planted identifiers are in an export, and none of them in a de-identified one', async () => {
  const { siteid, studyid, activitytypeid } = place
  const fields = [
    field('Date', 'Date'),
    field('Register', 'String', { pattern: '[0-9]{11}', identifying: true }),
    field('Code', 'String', { pattern: '[A-Z]{3}' }),
    field('Remark', 'String'),
    field('Hand', 'Choice', { pattern: 'Left|Right' }),
  ]
  const { formtypeid } = await run(admin, 'addFormType', { studyid, identifier: 'Everything', fields, repeats: true })
  const repeating = { studyid, description: 'Walk', repeats: true }
  await run(admin, 'updateActivityType', { activitytypeid, input: repeating })
  const planted = Array.from({ length: 50 }, (_, number) => plantedOf(number))
  const ids: string[] = []
  for (const one of planted) {
    const input = { siteid, studyid, identifier: one.earlierIdentifier }
    const { subjectid } = await run(admin, 'addSubjectV2', { input })
    ids.push(subjectid)
    await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, identifier: one.identifier } })
    const filled = (remark: string) => ({
      input: {
        ...{ subjectid, formtypeid, label: one.formLabel },
        fields: [
          { key: 'Date', value: String(Date.UTC(2026, 1, 3, 12) / 1000) },
          { key: 'Register', value: one.register },
          { key: 'Code', value: 'ABC' },
          { key: 'Remark', value: remark },
          { key: 'Hand', value: 'Left' },
        ],
      },
    })
    await run(admin, 'addForm', filled(one.earlierRemark))
    await run(admin, 'updateForm', filled(one.remark))
    const activity = (comment: string) => ({
      input: { subjectid, activitytypeid, startTime: begin, stopTime: begin + 600, comment, label: one.activityLabel },
    })
    await run(admin, 'addActivity', activity(one.earlierComment))
    await run(admin, 'updateActivity', activity(one.comment))
    const file = { siteid, studyid, activitytypeid, filename: one.filename }
    const added = await run(admin, 'addReferenceData', { subjectid, input: file })
    const bytes = edfOf(one)
    expect(await upload(added, bytes)).toBe(200)
    const { referencedataid } = added
    await run(admin, 'completeReferenceData', { subjectid, referencedataid })
    // The file begins at the eighth hour, as the activity does.
    await run(admin, 'setReferenceDataZone', { subjectid, referencedataid, zone: 'Europe/Oslo' })
  }
  const texts = planted.flatMap((one) => Object.values({ ...one, remark: one.remark.split(' ')[0] ?? '' }))
  expect(texts).toHaveLength(600)
  const ordinary = (await exported({ parquet: true, bids: true, segments: true })).entries
  const everything = Object.values(ordinary).join('\n')
  expect(texts.filter((text) => !everything.includes(text))).toEqual([])
  const columnar = await parquetTexts(ordinary)
  for (const one of planted) expect(columnar).toContain(one.remark)

  const { state, problem, entries } = await exported({ deidentified: true, parquet: true, bids: true, segments: true })
  expect({ state, problem }).toEqual({ state: 'DONE', problem: null })
  const all = Object.entries(entries)
    .map(([name, content]) => `${name}\n${content}`)
    .concat(await parquetTexts(entries))
    .join('\n')
  const people = ['Planted Administrator', place.identifier, place.deviceid]
  for (const id of [...ids, ...people]) expect(all).not.toContain(id)
  expect(texts.filter((text) => all.includes(text))).toEqual([])
  expect(JSON.parse(entries['manifest.json'] ?? '').deidentified.fields).toContainEqual({
    formtypeid,
    names: ['Register', 'Remark'],
  })

  // What was recorded together is together still: forms, activities, recordings and their history moved by the same days.
  const rowsOf = (name: string) => {
    const [head = [], ...rows] = tableOf(entries[name] ?? '')
    return rows.map((row) =>
      Object.fromEntries(head.map((column, at): [string, string] => [column ?? '', row[at] ?? ''])),
    )
  }
  const activities = rowsOf('activities.csv').filter(({ activitytypeid: id }) => id === activitytypeid)
  const forms = rowsOf(
    Object.keys(entries).find((name) => /^forms\/.*csv$/.test(name) && entries[name]?.includes(',Register,')) ?? '',
  )
  const files = rowsOf('reference_data.csv')
  const shifts = new Set<number>()
  for (const form of forms) {
    const { subjectid } = form
    const shift = Number(form['Date.epoch']) - Date.UTC(2026, 1, 3, 12) / 1000
    shifts.add(shift)
    expect(Math.abs(shift) % 86_400).toBe(0)
    expect(shift).toBeLessThan(0)
    expect([form.Register, form.Remark, form.Code, form.Hand]).toEqual(['', '', 'ABC', 'Left'])
    const activity = activities.find((each) => each.subjectid === subjectid)
    expect(Number(activity?.startTime) - begin).toBe(shift)
    const file = files.find((each) => each.subjectid === subjectid)
    const edf = entries[file?.path ?? ''] ?? ''
    const day = new Date((begin + shift) * 1000).toISOString().slice(0, 10).split('-')
    expect(edf.slice(168, 184)).toBe(`${day[2]}.${day[1]}.${day[0]?.slice(2)}09.00.00`)
    expect(edf.slice(256, 304)).toBe('ECG'.padEnd(16) + 'Channel 2'.padEnd(16) + 'EDF Annotations'.padEnd(16))
    const changes = rowsOf('history.csv').filter((each) => each.subjectid === subjectid && each.kind === 'activity')
    expect(changes.map(({ after }) => JSON.parse(after ?? '').start_time)).toEqual([begin + shift, begin + shift])
  }
  expect(forms).toHaveLength(50)
  expect(shifts.size).toBeGreaterThan(30)

  // The recordings of motion are there, each of its subject, and none of what was in their headers.
  const motion = Object.keys(entries).filter((name) => name.endsWith('_motion.tsv'))
  expect(motion).toHaveLength(50)
  expect(entries[motion[0] ?? '']?.split('\n')).toHaveLength(9)
  expect(Object.keys(ordinary).filter((name) => name.endsWith('_motion.tsv'))).toHaveLength(50)

  expect(Object.keys(entries).filter((name) => /^segments\/[^/]+\/.*parquet$/.test(name))).toHaveLength(50)

  // The same subjects have the same codes in the next one.
  const again = await exported({ deidentified: true, history: false, files: false })
  expect(again.entries['subjects.csv']?.split(',')[2]).toBe(entries['subjects.csv']?.split(',')[2])
}, 400_000)

test('a text that stands where nobody expects it makes the export fail, and nothing of it is kept', async () => {
  const { siteid, studyid } = place
  const name = 'Kongsvoll Fjeldstue'
  await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: name } })
  // A hand-written code that says who the subject is: the pattern permits it, and nobody marked the field.
  const fields = [field('Nickname', 'String', { pattern: '.*' })]
  const { formtypeid } = await run(admin, 'addFormType', { studyid, identifier: 'Unmarked', fields })
  const { subjectid } = await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: 'Another' } })
  await run(admin, 'addForm', { input: { subjectid, formtypeid, fields: [{ key: 'Nickname', value: `of ${name}` }] } })
  const { state, problem } = await exported({ deidentified: true })
  expect(state).toBe('FAILED')
  expect(problem).toMatch(/identifies people/)
}, 120_000)

function tableOf(text: string) {
  return [...readCsv(Buffer.from(text, 'latin1').toString())].map(({ cells }) => cells)
}
