import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ColumnIds } from '../../form-types/column-id.ts'
import { choiceOptions } from '../../form-types/field-properties.ts'
import { fieldTypeOf, fieldTypes } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { caseKey } from '../../shared/names/names.ts'
import { exportEntries } from '../bundle/bundle.ts'
import { IsoTimes } from '../files/iso-time.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import { jsonNumber, odmDouble } from '../number-text.ts'
import type { SubjectVisitRow, VisitRow, WornRow } from '../rows.ts'
import { hostileText } from '../testing/hostile-text.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import type { Table } from './column.ts'
import { fieldColumns, fit, reservedColumns } from './form-columns.ts'
import { formTableId } from './form-table.ts'
import { tablesOf } from './tables.ts'

const field = (name: string, type: FormTypeField['type'] = 'String', pattern?: string): FormTypeField => ({
  name,
  type,
  required: true,
  length: null,
  pattern: pattern ?? null,
})

const formtype = (...versions: FormTypeField[][]): FormTypeRow => ({
  siteid: 'oslo',
  studyid: 's',
  formtypeid: 'f',
  identifier: 'F',
  version: versions.length,
  number: versions.length,
  removed: false,
  fields: versions.at(-1) ?? [],
  earlier: versions.slice(0, -1).map((fields, place) => ({ version: place + 1, fields })),
})

const columnsOf = (row: FormTypeRow) =>
  fieldColumns(row, 'UTC').flatMap(({ column, companion }) => (companion ? [column, companion] : [column]))

test('column ids are valid names in SAS and Stata, and unique ignoring case', () => {
  fc.assert(
    fc.property(fc.array(hostileText), (names) => {
      const ids = new ColumnIds()
      const claimed = names.map((name) => ids.claim(name))
      for (const id of claimed) expect(id).toMatch(/^[A-Za-z][A-Za-z0-9_]{0,31}$/)
      expect(new Set(claimed.map((id) => id.toLowerCase())).size).toBe(names.length)
    }),
  )
})

test.each([
  ['Size Å/ø', 'Size_A_o'],
  ['1st', 'x1st'],
  ['if', 'if_2'],
  ['体重', 'field'],
  ['x'.repeat(50), 'x'.repeat(32)],
])('the column id of %j is %s', (name, id) => {
  expect(new ColumnIds().claim(name)).toBe(id)
})

test('retired fields come last and are marked; the order of appearance is kept', () => {
  const columns = columnsOf(formtype([field('B'), field('A')], [field('A')], [field('C'), field('A')]))
  expect(columns.map(({ name, retired }) => [name, retired])).toEqual([
    ['C', false],
    ['A', false],
    ['B (retired)', true],
  ])
  expect(columns.map(({ firstVersion, lastVersion }) => [firstVersion, lastVersion])).toEqual([
    [3, 3],
    [1, 3],
    [1, 1],
  ])
  expect(columns[2]?.required).toBe(false)
})

test('a new field never shifts the column id of another', () => {
  const before = formtype([field('Day', 'Date'), field('a b')])
  const after = formtype(
    [field('Day', 'Date'), field('a b')],
    [field('Day.epoch'), field('a_b'), field('a b'), field('Day', 'Date')],
  )
  const ids = (row: FormTypeRow) => new Map(columnsOf(row).map(({ name, columnId }) => [name, columnId]))
  for (const [name, columnId] of ids(before)) {
    expect([...ids(after).values()]).toContain(columnId)
    if (name !== 'Day.epoch') expect(ids(after).get(name)).toBe(columnId)
  }
})

test('fields with the name of an id, a companion or a retired field get unique names', () => {
  const names = fc.uniqueArray(
    fc.oneof(
      fc.constantFrom(
        'version',
        'SubjectId',
        'created_at',
        'Subject_Status',
        'a',
        'a.epoch',
        'a.seconds',
        'b (retired)',
        'b',
      ),
      hostileText,
    ),
    { selector: caseKey, maxLength: 8 },
  )
  const type = fc.constantFrom('Date', 'Time', 'String') as fc.Arbitrary<FormTypeField['type']>
  fc.assert(
    fc.property(names, names, fc.array(type, { minLength: 8, maxLength: 8 }), (first, last, types) => {
      const fields = (all: string[]) => all.map((name, place) => field(name, types[place]))
      const columns = [...reservedColumns(), ...columnsOf(formtype(fields(first), fields(last)))]
      expect(new Set(columns.map(({ name }) => caseKey(name))).size).toBe(columns.length)
      expect(new Set(columns.map(({ columnId }) => columnId.toLowerCase())).size).toBe(columns.length)
    }),
  )
})

test('the id of a form type’s table follows from the form type’s id alone, and is valid in SAS', () => {
  expect(formTableId('01a207c5-56a7-7716-b2d6-bdaddadb65c6')).toBe('form_9mcp8yng8ehkg')
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), { maxLength: 50 }), (ids) => {
      const tables = ids.map(formTableId)
      for (const id of tables) expect(id).toMatch(/^form_[0-9a-z]{13}$/)
      expect(new Set(tables).size).toBe(ids.length)
    }),
  )
})

test('a choice keeps the options of earlier versions', () => {
  const row = formtype([field('C', 'Choice', 'a|b')], [field('C', 'Choice', 'c|a')])
  expect(columnsOf(row)[0]?.options).toEqual(['c', 'a', 'b'])
})

describe.each(fieldTypes)('a %s', (type) => {
  const { samples } = fieldTypeOf[type]
  const own = { ...field('value', type, samples.pattern), required: false }
  const options = samples.pattern === undefined ? null : choiceOptions(samples.pattern)
  const times = new IsoTimes('UTC')

  test.each(samples.accepted)('$value has its cell', ({ value, cell = value, companion = null }) => {
    expect(fit(own, options, value, times)).toEqual({ cell, companion })
  })

  test.each(samples.refused)('%j is left out with the reason', (value) => {
    const { cell, companion, why } = fit(own, options, value, times)
    expect([cell, companion]).toEqual([null, null])
    expect(why).toBeTruthy()
  })
})

test('an instant has the zone’s UTC offset at that time', () => {
  const times = new IsoTimes('Europe/Oslo')
  expect(times.format(1_772_352_000)).toBe('2026-03-01T09:00:00+01:00')
  expect(times.format(1_782_900_000.25)).toBe('2026-07-01T12:00:00.250+02:00')
  expect(times.format(-62_135_510_400)).toMatch(/^0001-01-02T/)
})

test('ISO times parse as the same instants, around every change of offset', () => {
  for (const zone of ['Europe/Oslo', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC']) {
    const times = new IsoTimes(zone)
    fc.assert(
      fc.property(fc.integer({ min: -2_500_000_000, max: 5_000_000_000 }), (seconds) => {
        expect(Date.parse(times.format(seconds))).toBe(seconds * 1000)
      }),
    )
    const spring = 1_774_746_000
    for (let at = spring - 7200; at < spring + 7200; at += 600) expect(Date.parse(times.format(at))).toBe(at * 1000)
  }
})

test('numbers are rewritten without changing their value or digits', () => {
  const numbers = fc.stringMatching(/^-?(\d{1,20}(\.\d{1,20})?|\.\d{1,20})([eE][+-]?\d{1,2})?$/)
  fc.assert(
    fc.property(numbers, (typed) => {
      expect(JSON.parse(jsonNumber(typed))).toBe(Number(typed))
      expect(odmDouble(typed)).toMatch(/^-?[0-9]+(\.[0-9]+)?(E[+-][0-9]+)?$/)
      expect(Number(odmDouble(typed))).toBe(Number(typed))
    }),
  )
})

test('a field added after a field with its name in other case was retired is a column of its own', async () => {
  const versions = formtype([field('Weight', 'Number')], [field('Å')], [field('weight', 'Number'), field('Å')])
  const type = { ...versions, studyid: 'study1' }
  const form = {
    siteid: 'oslo',
    studyid: 'study1',
    subjectid: 'subject1',
    identifier: null,
    formtypeid: 'f',
    version: 1,
    type_number: 2,
  }
  // The name of a field is the same however its letters are encoded.
  const fields = [
    { key: 'Weight', value: '70' },
    { key: 'A\u030a', value: 'x' },
  ]
  const forms = [{ ...form, fields }]
  const rows = memoryRows({ ...stepCounting, formTypes: [type], forms, history: [] })
  const texts = new Map<string, string>()
  for await (const entry of exportEntries(rows)) {
    if (entry.kind === 'made') texts.set(entry.path, (await Array.fromAsync(entry.write())).join(''))
  }
  const table = `forms/${formTableId('f')}`
  expect(texts.get(`${table}.csv`)).toMatch(/changed_by,weight,Å,Weight \(retired\)\r\n.*,1,2,,,,,,x,70\r\n$/)
  expect(texts.get('problems.csv')?.trim().split('\r\n')).toHaveLength(1)
  expect(texts.get('dictionary.csv')).toMatch(
    new RegExp(`${table},12,weight,weight_2,.*\r\n(.*\r\n)*${table},14,Weight \\(retired\\),Weight,`),
  )
  expect(texts.get('odm.xml')).toMatch(/<ItemData ItemOID="I\.forms\.f\.Weight"[^>]* Value="70"/)
})

describe('visits', () => {
  const study = { siteid: 'oslo', studyid: 'study1' }
  const visit = (visitid: string, place: number, more: Partial<VisitRow>): VisitRow => ({
    ...study,
    ...{ visitid, place, name: visitid, day: null, daysBefore: 0, daysAfter: 0, repeats: false, version: 1 },
    ...{ formtypeids: [], activitytypeids: [], optionaltypeids: [], inOrder: false },
    ...more,
  })
  const visits = [
    visit('first', 0, { name: 'First day', day: 0, formtypeids: ['baseline', 'other'], optionaltypeids: ['other'] }),
    visit('week4', 1, { day: 28, daysBefore: 2, daysAfter: 3 }),
    visit('extra', 2, { repeats: true, activitytypeids: ['walk'] }),
  ]
  const one = { ...study, subjectid: 'subject1', identifier: 'S-001 Åse' }
  const of = (visitid: string, occurrence: number, more: Partial<SubjectVisitRow>): SubjectVisitRow => ({
    ...one,
    ...{ visitid, occurrence, state: null, date: null, reason: null, startTime: null, version: 0 },
    ...more,
  })
  const subjectVisits = [
    of('extra', 1, { state: 'MISSED', reason: '=ill', version: 2 }),
    of('extra', 2, { startTime: 1_772_352_000 }),
    of('week4', 1, { state: 'DONE', date: '2026-04-03', version: 1, created_by: 'Nora Nurse' }),
  ]

  async function cellsOf(table: Table | undefined, ...names: string[]) {
    const places = names.map((name) => table?.columns.findIndex((column) => column.name === name) ?? -1)
    const rows = table ? await Array.fromAsync(table.rows()) : []
    return rows.map((row) => places.map((place) => row[place]))
  }

  const tableOf = (lists: object, name: string) =>
    tablesOf(memoryRows({ ...stepCounting, ...lists })).records.find((table) => table.name === name)

  test('an export without visits has neither table', () => {
    expect(tableOf({}, 'visits')).toBeUndefined()
    expect(tableOf({}, 'subject_visits')).toBeUndefined()
    expect(tableOf({}, 'deviations')).toBeUndefined()
  })

  test('the schedule is exported in its order, with the ids of its types', async () => {
    const table = tableOf({ visits, subjectVisits }, 'visits')
    expect(
      await cellsOf(table, 'visitid', 'place', 'day', 'days_after', 'repeats', 'formtypeids', 'activitytypeids'),
    ).toEqual([
      ['first', '0', '0', '0', 'false', 'baseline|other', ''],
      ['week4', '1', '28', '3', 'false', '', ''],
      ['extra', '2', null, '0', 'true', '', 'walk'],
    ])
    expect(await cellsOf(table, 'optional_typeids')).toEqual([['other'], [''], ['']])
  })

  test('each visit of each subject is exported, planned from day zero, also those that nobody said anything of', async () => {
    const table = tableOf({ visits, subjectVisits }, 'subject_visits')
    const names = [
      'subjectid',
      'visitid',
      'occurrence',
      'state',
      'planned_date',
      'latest_date',
      'date',
      'days_outside',
      'version',
    ]
    expect(await cellsOf(table, ...names)).toEqual([
      ['subject1', 'first', '1', 'PLANNED', '2026-03-01', '2026-03-01', null, null, '0'],
      ['subject1', 'week4', '1', 'DONE', '2026-03-29', '2026-04-01', '2026-04-03', '2', '1'],
      ['subject1', 'extra', '1', 'MISSED', null, null, null, null, '2'],
      ['subject1', 'extra', '2', 'BEGUN', null, null, '2026-03-01', '0', '0'],
      ['subject2', 'first', '1', 'PLANNED', null, null, null, null, '0'],
      ['subject2', 'week4', '1', 'PLANNED', null, null, null, null, '0'],
      ['subject2', 'extra', '1', 'PLANNED', null, null, null, null, '0'],
    ])
    expect((await cellsOf(table, 'created_by', 'reason')).slice(1, 4)).toEqual([
      ['Nora Nurse', null],
      [null, '=ill'],
      [null, null],
    ])
  })

  test('deviations from the schedule are exported with their explanations', async () => {
    const [walk] = stepCounting.activities
    if (!walk) throw new Error('The sample is incomplete.')
    const inOrder = visits.map((each) =>
      each.visitid === 'first' ? { ...each, inOrder: true, activitytypeids: ['a', 'b'] } : each,
    )
    const done = (activitytypeid: string, startTime: number) => ({
      ...walk,
      ...one,
      activitytypeid,
      startTime,
      visitid: 'first',
      occurrence: 1,
    })
    const said = subjectVisits.map((each) => (each.visitid === 'week4' ? { ...each, outsideReason: 'holiday' } : each))
    const first = of('first', 1, { startTime: 1_772_352_000 })
    const lists = {
      visits: inOrder,
      subjectVisits: [...said.slice(0, 2), first, ...said.slice(2)],
      activities: [done('a', 20), done('b', 10)],
    }
    const table = tableOf(lists, 'deviations')
    expect(
      await cellsOf(table, 'subjectid', 'visitid', 'occurrence', 'deviation', 'days_outside', 'explanation'),
    ).toEqual([
      ['subject1', 'first', '1', 'ORDER', null, null],
      ['subject1', 'week4', '1', 'OUTSIDE', '2', 'holiday'],
      ['subject1', 'extra', '1', 'MISSED', null, '=ill'],
    ])
  })
})

describe('what was worn', () => {
  const worn: WornRow[] = [
    {
      ...{ siteid: 'oslo', studyid: 'study1', subjectid: 'subject1', identifier: 'S-001 Åse' },
      ...{ wornid: 'w1', deviceid: 'A1', position: 'OTHER', place: '=left ankle', visitid: null },
      ...{ from: '2026-10-20T07:30:00.000Z', to: null },
    },
  ]
  const tableOf = (isWorn: boolean) => {
    const studies = stepCounting.studies.map((each) => ({ ...each, ...(isWorn && { worn: true }) }))
    const tables = tablesOf(memoryRows({ ...stepCounting, studies, worn }))
    return tables.records.find(({ name }) => name === 'worn')
  }

  test('is a table where a study recorded it, with times in the zone of the export', async () => {
    expect(await Array.fromAsync(tableOf(true)?.rows() ?? [])).toEqual([
      [
        ...['oslo', 'study1', 'subject1', 'S-001 Åse', 'w1', 'A1', 'OTHER', '=left ankle'],
        ...['2026-10-20T09:30:00+02:00', null, null],
      ],
    ])
  })

  test('is none where no study recorded it', () => {
    expect(tableOf(false)).toBeUndefined()
  })
})
