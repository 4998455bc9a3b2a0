import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatActivityTime } from '../../activities/activity-time.ts'
import { readCsv } from '../../exports/csv/read-csv.ts'
import type { FormTypeRow } from '../../exports/form-type-row.ts'
import type { ImportTarget } from '../../exports/import/import-plan.ts'
import { planImport } from '../../exports/import/plan-import.ts'
import type { ExportRows, FormRow, SubjectRow, VisitRow } from '../../exports/rows.ts'
import { cleanFields } from '../../form-types/form-types.rules.ts'
import { parseXml } from '../files/xml.ts'
import { readOdm } from '../odm/read-odm.ts'
import { projectOf } from './project.ts'
import { type ReadingStudy, readRedcapData } from './read-data.ts'
import { redcapData } from './write-data.ts'

const zone = 'Europe/Oslo'
const ids = { siteid: 'oslo', studyid: 'study1' }

type Planned = { formTypes: FormTypeRow[]; visits: ReadingStudy['visits'] }

/** What the server does with a file, without a database: each table is planned, and its forms are kept. */
function imported(text: string, study: Planned, confirmed: string | null = null) {
  const { tables, mistakes, leftOutColumns } = readRedcapData(text, { ...study, unnamed: [], zone })
  const found = mistakes.map(({ row, column, problem }) => [row, column, problem.reason])
  const subjects = new Map<string, SubjectRow>()
  const forms: FormRow[] = []
  for (const { formtypeid, csv, rows, names } of tables) {
    const formtype = study.formTypes.find((type) => type.formtypeid === formtypeid)
    const target: ImportTarget = {
      ...{ ...ids, confirmed, forms: [], today: 1_795_000_000 },
      subjects: [...subjects.values()],
      ...(formtype && {
        formtype,
        visits: study.visits.filter((visit) => visit.formtypeids.includes(formtypeid ?? '')),
      }),
    }
    const answer = planImport(csv, target)
    for (const { row, column, problem } of answer.mistakes)
      found.push([rows[row - 2] ?? 1, column && (names[column] ?? column), problem.reason])
    for (const { identifier } of answer.plan?.addSubjects ?? []) {
      const subjectid = `subject ${identifier}`
      const none = { status: 'OPEN' as const, version: 1, snapshot: null, snapshot_sha256: null }
      subjects.set(subjectid, { ...ids, subjectid, identifier, ...none })
    }
    for (const { subject, visitid, occurrence, fields } of answer.plan?.saveForms ?? []) {
      if (!('subjectid' in subject) || formtypeid === null) throw new Error('The subject is not there.')
      const { subjectid } = subject
      const identifier = subjects.get(subjectid)?.identifier ?? null
      const which = { visitid: visitid ?? null, occurrence: occurrence ?? 1 }
      forms.push({ ...ids, subjectid, identifier, formtypeid, ...which, fields, version: 1, type_number: 1 })
    }
  }
  return { mistakes: found, leftOutColumns, subjects: [...subjects.values()], forms }
}

async function exported(study: Planned, subjects: readonly SubjectRow[], forms: readonly FormRow[]): Promise<string> {
  async function* each<T>(all: readonly T[]) {
    yield* all
  }
  const sorted = subjects.toSorted((a, b) => (a.subjectid < b.subjectid ? -1 : 1))
  const rows: Pick<ExportRows, 'formTypes' | 'visits' | 'subjects' | 'forms'> = {
    formTypes: study.formTypes,
    visits: study.visits.map((visit) => ({ ...visit, ...ids }) as unknown as VisitRow),
    subjects: () => each(sorted),
    forms: () => each(sorted.flatMap(({ subjectid }) => forms.filter((form) => form.subjectid === subjectid))),
  }
  return (await Array.fromAsync(redcapData(rows, ids.studyid, zone))).join('')
}

const cellsOf = (text: string) => [...readCsv(text)].map(({ cells }) => cells.map((cell) => cell ?? ''))

const folder = process.env.CASEBOOK_FORMS ?? ''
const projects = ['longitudinal', 'repeating-instruments', 'checkboxes-1'].filter((name) =>
  existsSync(join(folder, 'redcap', name, 'data.csv')),
)

describe.skipIf(folder === '')('data of REDCap projects (needs CASEBOOK_FORMS)', () => {
  test.each(projects)('%s comes, goes, and is equal cell by cell', async (name) => {
    const path = join(folder, 'redcap', name)
    const read = readOdm(parseXml(readFileSync(join(path, 'project.xml'))))
    const formTypes = read.forms.map(({ identifier, fields, checks, repeats }): FormTypeRow => {
      const kind = { ...ids, formtypeid: identifier, identifier, version: 1, number: 1, removed: false, earlier: [] }
      return { ...kind, fields: cleanFields(fields), checks, repeats: repeats === true, occurrences: true }
    })
    const visits = (read.visits ?? []).map((visit) => ({ ...visit, visitid: visit.name, formtypeids: visit.formTypes }))
    const study = { formTypes, visits }
    const given = readFileSync(join(path, 'data.csv'), 'utf8')
    const { mistakes, leftOutColumns, subjects, forms } = imported(given, study, 'as in REDCap')
    expect(mistakes).toEqual([])
    // What Casebook does not keep: uploaded files, and how far a form is.
    const leftOut = leftOutColumns.filter(({ column }) => !column.endsWith('_complete'))
    expect(leftOut).toEqual(name === 'longitudinal' ? [{ column: 'patient_document', values: 1 }] : [])
    const [heading = [], ...before] = cellsOf(given)
    const [names = [], ...after] = cellsOf(await exported(study, subjects, forms))
    expect(names[0]).toBe('record_id')
    const kept = heading.filter((column, place) => place > 0 && names.includes(column) && !column.endsWith('_complete'))
    const missing = heading.filter((column, place) => place > 0 && !names.includes(column))
    // A file, and an instrument that has nothing but the record's name.
    expect(missing).toEqual({ longitudinal: ['patient_document'], 'checkboxes-1': ['form_1_complete'] }[name] ?? [])
    const shown = (rows: string[][], of: string[]) =>
      rows.map((row) => [row[0], ...kept.map((column) => row[of.indexOf(column)])].join('\u001f')).toSorted()
    expect(shown(after, names)).toEqual(shown(before, heading))
    expect(kept.length).toBeGreaterThan(3)
    // Again, it changes nothing.
    const again = imported(await exported(study, subjects, forms), study, 'as in REDCap')
    expect(again.mistakes).toEqual([])
    expect(again.forms).toEqual(forms)
  })
})

const field = (name: string, type: string, more: object = {}) => ({ name, type, required: false, ...more })
const typeOf = (formtypeid: string, fields: object[], more: Partial<FormTypeRow> = {}): FormTypeRow => ({
  ...{ ...ids, formtypeid, identifier: formtypeid, version: 1, number: 1, removed: false, earlier: [] },
  ...{ fields: cleanFields(fields as FormTypeRow['fields']), occurrences: true, repeats: false },
  ...more,
})
const study: Planned = {
  formTypes: [
    typeOf('Baseline', [
      field('age', 'Number', { minimum: 0 }),
      field('note', 'String', { multiline: true }),
      field('smokes', 'Boolean'),
      field('seen', 'DateTime'),
      field('days', 'Choice', {
        multiple: true,
        options: [
          { code: 'a', label: 'A' },
          { code: '-1', label: 'B' },
        ],
      }),
    ]),
    typeOf('Falls', [field('day', 'Date'), field('where', 'Choice', { options: [{ code: '1,5', label: 'Stairs' }] })], {
      repeats: true,
    }),
  ],
  visits: [
    { visitid: 'v1', name: 'First day (at home)', repeats: false, formtypeids: ['Baseline', 'Falls'] },
    { visitid: 'v2', name: 'Extra', repeats: true, formtypeids: ['Baseline'] },
  ],
}

test('events are called as REDCap calls them', () => {
  const visits = ['Deadline to opt out of study (Arm 2: Drug B)', 'Besøk 1', 'besok 1', '!'].map((name, place) => ({
    ...{ visitid: String(place), name, repeats: false, formtypeids: [] },
  }))
  expect(projectOf({ formTypes: [], visits }).events.map(({ name }) => name)).toEqual([
    ...['deadline_to_opt_ou_arm_2', 'besk_1_arm_1', 'besok_1_arm_1', 'event_arm_1'],
  ])
})

test('mistakes are told by the row and the column of the file', () => {
  const head = 'id,redcap_event_name,redcap_repeat_instrument,redcap_repeat_instance,age,smokes,days___a,day,shoe_size'
  const text = `${head}
1,first_day_at_home_arm_1,,,-4,1,0,,
1,Extra,,2,7,,,2026-01-01,
2,nowhere_arm_1,,,1,,,,
2,first_day_at_home_arm_1,falls,1,,,,01.02.2026,
2,first_day_at_home_arm_1,falls,x,,,,2026-02-01,
,first_day_at_home_arm_1,,,1,,,,
3,first_day_at_home_arm_1,steps,1,1,,,,
3,first_day_at_home_arm_1,,,5,perhaps,yes,,
4,first_day_at_home_arm_1,falls,1,5,,,2026-02-01,
5,first_day_at_home_arm_1,,,5,,,,43
5,first_day_at_home_arm_1,,,6,,,,
`
  const { mistakes, leftOutColumns } = imported(text, study)
  expect(mistakes.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [2, 'age', 'value.minimum'],
    [3, 'day', 'import.redcap.elsewhere'],
    [4, 'redcap_event_name', 'import.redcap.event'],
    [5, 'day', 'import.value.date'],
    [6, 'redcap_repeat_instance', 'import.occurrence'],
    [7, 'id', 'import.subject.unnamed'],
    [8, 'redcap_repeat_instrument', 'import.redcap.instrument'],
    [9, 'days___a', 'import.redcap.checkbox'],
    [9, 'smokes', 'value.boolean'],
    [10, 'age', 'import.redcap.repeated'],
    [12, 'id', 'import.subject.duplicate'],
  ])
  expect(leftOutColumns).toEqual([{ column: 'shoe_size', values: 1 }])
  expect(imported('id,age,age\n1,2,3\n', study).mistakes).toEqual([[1, null, 'import.column.duplicate']])
  expect(imported('id,Age,age\n1,2,3\n', study).mistakes).toEqual([[1, null, 'import.column.duplicate']])
  expect(imported('id,AGE,,\n1,2,,\n', study)).toMatchObject({ mistakes: [], forms: [{ identifier: '1' }] })
  expect(imported('', study).mistakes).toEqual([[1, null, 'import.empty']])
  expect(imported('id,age\n1,"2\n', study).mistakes).toMatchObject([[2, null, 'import.quotes']])
})

test('the column that says how far a form is belongs to the form type whose fields it follows', () => {
  const more = { repeats: true }
  const formTypes = [typeOf('A', [field('weight', 'Number')], more), typeOf('B', [field('height', 'Number')], more)]
  const formsOf = (text: string) => {
    const { mistakes, forms } = imported(text, { formTypes, visits: [] })
    expect(mistakes).toEqual([])
    return forms.map((form) => [form.formtypeid, form.occurrence, ...form.fields.map(({ value }) => value)])
  }
  const which = 'record_id,redcap_repeat_instrument,redcap_repeat_instance'
  const b = ['B', 1, '180']
  expect(formsOf(`${which},weight,height,b_complete\n1,b,1,,180,2\n`)).toEqual([b])
  expect(formsOf(`${which},weight,height,tall_complete\n1,tall,1,,180,2\n`)).toEqual([b])
  expect(formsOf(`${which},height,B_COMPLETE,weight\n1,b,1,180,2,\n`)).toEqual([b])
  expect(formsOf(`${which},weight,b_complete\n1,b,1,,2\n`)).toEqual([['B', 1]])
  expect(formsOf(`${which},weight,heavy_complete,height,b_complete\n1,heavy,1,80,2,,\n1,b,1,,,180,2\n`)).toEqual([
    ['A', 1, '80'],
    b,
  ])
})

test('subjects without an identifier are named by their ids, which are read once for a file', () => {
  const subjectids = Array.from({ length: 100 }, (_, place) => `id${place}`)
  let reads = 0
  const unnamed = new Proxy(subjectids, {
    get(all, key) {
      reads += 1
      return Reflect.get(all, key)
    },
  })
  const text = ['id,age', ...subjectids.map((id) => `${id},5`), 'named,6', ''].join('\n')
  const [subjects, forms] = readRedcapData(text, { ...study, unnamed, zone }).tables
  const named = [...subjectids.map((id) => [id, '']), ['', 'named']]
  expect(cellsOf(subjects?.csv ?? '').slice(1)).toEqual(named)
  expect(
    cellsOf(forms?.csv ?? '')
      .slice(1)
      .map((cells) => cells.slice(0, 2)),
  ).toEqual(named)
  expect(reads).toBeLessThan(5 * subjectids.length)
})

test('the definition of a form type is read once for a file, however many rows it has', () => {
  const reads = (rows: number) => {
    let count = 0
    const formTypes = study.formTypes.map(
      (type) =>
        new Proxy(type, {
          get(own, key) {
            if (key === 'fields') count += 1
            return Reflect.get(own, key)
          },
        }),
    )
    const text = ['id,age', ...Array.from({ length: rows }, (_, place) => `R${place},5`), ''].join('\n')
    expect(readRedcapData(text, { ...study, formTypes, unnamed: [], zone }).tables[1]?.rows).toHaveLength(rows)
    return count
  }
  expect(reads(100)).toBe(reads(1))
})

/** Whether the clocks showed the same an hour before, as they do once a year. */
const isSecond = (seconds: number) => formatActivityTime(seconds, zone) === formatActivityTime(seconds - 3600, zone)

test('of the hour that a day has twice, the first is taken', () => {
  const [first, second] = [Date.UTC(2028, 9, 29, 0), Date.UTC(2028, 9, 29, 1)].map((time) => time / 1000)
  expect([first, second].map((time) => isSecond(time ?? 0))).toEqual([false, true])
  const text = `id,seen\n1,${formatActivityTime(second ?? 0, zone)}\n`
  expect(imported(text, study).forms).toMatchObject([{ fields: [{ key: 'seen', value: String(first) }] }])
})

test('what goes out comes back the same, whatever texts say', async () => {
  const values = fc.record({
    age: fc.option(fc.constantFrom('0', '.5', '12', '1e3')),
    note: fc.option(fc.oneof(fc.constantFrom('=1', ' =1', '-5', "'x", 'two\nlines', '"a",b', '@x'), fc.string())),
    smokes: fc.option(fc.constantFrom('true', 'false')),
    seen: fc.option(
      fc
        .integer({ min: 0, max: 2_000_000_000 })
        .map((seconds) => seconds - (seconds % 60))
        .filter((seconds) => !isSecond(seconds))
        .map(String),
    ),
    days: fc.option(fc.constantFrom('a', '-1', 'a|-1')),
  })
  const visit = fc.constantFrom(['v1', 1] as const, ['v2', 1] as const, ['v2', 2] as const, [null, 1] as const)
  const one = fc.record({ name: fc.constantFrom('S 1', '=S2', '7'), visit, values })
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(one, { selector: ({ name, visit: of }) => `${name} ${of}` }), async (given) => {
      const named = [...new Set(given.map(({ name }) => name))]
      const text = await exported(
        study,
        named.map((identifier): SubjectRow => {
          const none = { status: 'OPEN' as const, version: 1, snapshot: null, snapshot_sha256: null }
          return { ...ids, subjectid: `subject ${identifier}`, identifier, ...none }
        }),
        given.map(
          ({ name, visit: [visitid, occurrence], values: own }): FormRow => ({
            ...{ ...ids, subjectid: `subject ${name}`, identifier: name, formtypeid: 'Baseline', visitid, occurrence },
            fields: Object.entries(own).flatMap(([key, value]) =>
              value === null || value.trim() === '' ? [] : [{ key, value }],
            ),
            ...{ version: 1, type_number: 1 },
          }),
        ),
      )
      const { mistakes, subjects, forms } = imported(text, study)
      expect(mistakes).toEqual([])
      expect(subjects.map(({ identifier }) => identifier).toSorted()).toEqual(named.toSorted())
      const shown = (all: readonly { key: string; fields: readonly { key: string; value: string }[] }[]) =>
        all.map(({ key, fields }) => [key, ...fields.map((each) => `${each.key}: ${each.value}`)]).toSorted()
      expect(
        shown(
          forms.map((form) => ({ key: `${form.identifier} ${form.visitid} ${form.occurrence}`, fields: form.fields })),
        ),
      ).toEqual(
        shown(
          given.map(({ name, visit: [visitid, occurrence], values: own }) => ({
            key: `${name} ${visitid} ${occurrence}`,
            fields: Object.entries(own).flatMap(([key, value]) =>
              value === null || value.trim() === '' ? [] : [{ key, value }],
            ),
          })),
        ),
      )
    }),
  )
})
