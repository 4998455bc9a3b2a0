import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeForm, maxConfirmationLength } from '../../forms/judgement.ts'
import { whyNotValue } from '../../forms/value.rules.ts'
import { caseKey, sameText } from '../../shared/names/names.ts'
import { cleanName, isBlank, whyNotName, whyNotText } from '../../shared/text.rules.ts'
import { misfitsOf } from '../columns/form-table.ts'
import { tablesOf } from '../columns/tables.ts'
import { csvOf, csvOfTexts } from '../csv/write-csv.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import { hostileText } from '../testing/hostile-text.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import { everyField, someRows } from '../testing/some-rows.ts'
import type { ImportPlan, ImportTarget } from './import-plan.ts'
import { planImport } from './plan-import.ts'

const formtype: FormTypeRow = {
  siteid: 'oslo',
  studyid: 'study1',
  formtypeid: 'baseline',
  identifier: 'Baseline',
  version: 2,
  number: 2,
  removed: false,
  fields: [
    { name: 'Day', type: 'Date', required: false },
    { name: 'At', type: 'Time', required: false },
    { name: 'Age', type: 'Number', required: true },
    { name: 'Hand', type: 'Choice', required: false, pattern: 'Left|Right' },
    { name: 'Note', type: 'String', required: false, length: 5 },
  ],
  earlier: [{ version: 1, fields: [{ name: 'Old', type: 'String', required: false }] }],
}

const study: ImportTarget = {
  siteid: 'oslo',
  studyid: 'study1',
  formtype,
  subjects: [
    { subjectid: 's1', identifier: 'S-001', status: 'OPEN' },
    { subjectid: 's2', identifier: null, status: 'CLOSED' },
  ],
  forms: [
    {
      subjectid: 's1',
      version: 3,
      fields: [
        { key: 'At', value: '9:05' },
        { key: 'Age', value: '1e1' },
        { key: 'Old', value: 'x' },
      ],
    },
  ],
}

const planOf = (text: string, target = study) => planImport(text.trim().replaceAll('\n', '\r\n'), target)
const mistakesOf = (text: string, target = study) =>
  planOf(text, target).mistakes.map(({ row, column, problem }) => [row, column, problem.reason])

test('a new subject and a form of its own are planned', () => {
  expect(planOf('identifier,Age,Day\nS-002,12,2026-03-01')).toEqual({
    mistakes: [],
    origins: [],
    leftOutColumns: [],
    plan: {
      addSubjects: [{ row: 2, subjectid: null, identifier: 'S-002' }],
      saveForms: [
        {
          row: 2,
          subject: { added: 0 },
          version: null,
          fields: [
            { key: 'Day', value: '1772366400' },
            { key: 'Age', value: '12' },
          ],
        },
      ],
      unchanged: 0,
      leftOut: 0,
    },
  })
})

test('an empty cell and an omitted column keep the stored value', () => {
  const plan = planOf('subjectid,Age,Hand\ns1,,Left').plan
  expect(plan?.saveForms).toEqual([
    {
      row: 2,
      subject: { subjectid: 's1' },
      version: 3,
      fields: [
        { key: 'At', value: '9:05' },
        { key: 'Age', value: '1e1' },
        { key: 'Hand', value: 'Left' },
      ],
    },
  ])
})

test('an equivalent notation changes nothing', () => {
  const text = 'subjectid,IDENTIFIER,at,At.seconds,Age,Old (retired)\ns1,s-001,09:05:00,32700,10.0,x'
  expect(planOf(text).plan).toEqual({ addSubjects: [], saveForms: [], unchanged: 1, leftOut: 0 })
})

function companionOf(name: 'Day' | 'At') {
  return [2, name === 'Day' ? 'Day.epoch' : 'At.seconds', 'import.value.companion']
}

test.each([
  ['a column that is not there', 'identifier,Size\nx,1', [1, 'Size', 'import.column.unknown']],
  ['a column that is there twice', 'identifier,Age,AGE\nx,1,1', [1, 'AGE', 'import.column.duplicate']],
  ['a file without subjects', 'Age\n1', [1, null, 'import.column.subject']],
  ['a row without a subject', 'identifier,Age\n,1', [2, null, 'import.subject.unnamed']],
  ['a row that is too short', 'identifier,Age\nx', [2, null, 'import.row.length']],
  ['a subject that is there twice', 'identifier,Age\nx,1\nX,1', [3, 'identifier', 'import.subject.duplicate']],
  [
    'an id and an identifier of two subjects',
    'subjectid,identifier,Age\ns2,S-001,1',
    [2, 'subjectid', 'import.subject.other'],
  ],
  [
    'another identifier for a subject',
    'subjectid,identifier,Age\ns1,S-009,1',
    [2, 'subjectid', 'import.subject.other'],
  ],
  ['an id that none may have', 'subjectid,Age\na b,1', [2, 'subjectid', 'subject.id.pattern']],
  ['no number', 'identifier,Age\nx,ten', [2, 'Age', 'value.number']],
  ['no day', 'identifier,Age,Day\nx,1,2026-02-30', [2, 'Day', 'import.value.date']],
  ['no option', 'identifier,Age,Hand\nx,1,Both', [2, 'Hand', 'value.choice']],
  ['a text that is too long', 'identifier,Age,Note\nx,1,123456', [2, 'Note', 'text.too-long']],
  ['a required value left out', 'identifier,Note\nx,1', [2, 'Age', 'text.required']],
  ['another value of a retired field', 'subjectid,Old (retired)\ns1,1', [2, 'Old (retired)', 'import.value.retired']],
  ['a file with semicolons', 'identifier;Age\nx;1', [1, null, 'import.separator']],
  ['a file with semicolons and quotes', '"identifier";"Age"\n"x";1', [1, null, 'import.separator']],
  ['a closed subject', 'subjectid,Age\ns2,1', [2, null, 'subject.closed']],
  ['a form changed since', 'subjectid,formtypeid,version,Age\ns1,baseline,2,11', [2, 'version', 'import.form.changed']],
  ['a form changed since, by identifier', 'identifier,VERSION,Age\nS-001,2,11', [2, 'VERSION', 'import.form.changed']],
  ['a version that is no number', 'identifier,version,Age\nS-001,three,10', [2, 'version', 'import.version']],
  ['a version of 0', 'identifier,version,Age\nS-001,0,11', [2, 'version', 'import.version']],
  ['a version of 1e1', 'identifier,version,Age\nS-001,1e1,10', [2, 'version', 'import.version']],
  ['a version beyond the stored one', 'identifier,version,Age\nS-001,4,10', [2, 'version', 'import.version.ahead']],
  ['a version of a form that is not there', 'identifier,version,Age\nx,1,10', [2, 'version', 'import.version.none']],
  ['a form of another type', 'identifier,formtypeid,Age\nx,end,1', [2, 'formtypeid', 'import.form-type.other']],
  [
    'a form of another type of the study',
    'studyid,identifier,formtypeid,Age\nstudy1,x,end,1',
    [2, 'formtypeid', 'import.form-type.other'],
  ],
  [
    'a form of another study',
    'studyid,identifier,formtypeid,Age\nstudy2,x,end,1',
    [2, 'studyid', 'import.study.other'],
  ],
  ['a form of another site', 'siteid,identifier,Age\nbergen,x,1', [2, 'siteid', 'import.study.other']],
  ['a day and its seconds', 'identifier,Age,Day,Day.epoch\nx,1,2026-03-01,1772366401', companionOf('Day')],
  ['a time and its seconds', 'identifier,Age,At,At.seconds\nx,1,9:05,32701', companionOf('At')],
  ['seconds changed alone', 'identifier,Age,At,At.seconds\nS-001,11,09:05:00,32760', companionOf('At')],
  ['seconds changed without the time', 'identifier,Age,At,At.seconds\nS-001,11,,32760', companionOf('At')],
  ['seconds without a column of the time', 'identifier,Age,At.seconds\nS-001,11,32760', companionOf('At')],
  ['seconds that are no number', 'identifier,Age,At,At.seconds\nS-001,11,9:05,x', companionOf('At')],
  ['seconds where no time is stored', 'identifier,Age,Day.epoch\nx,11,1772366400', companionOf('Day')],
  ['quotes that do not match', 'identifier,Age\n"x,1', [2, null, 'import.quotes']],
  ['an empty file', '', [1, null, 'import.empty']],
])('%s is a mistake by row and column', (_, text, mistake) => {
  expect(mistakesOf(text)).toEqual([mistake])
})

test('seconds that agree with their column, or with what is stored, are no mistake', () => {
  const saved = (text: string) => planOf(text).plan?.saveForms.map(({ fields }) => fields)
  const at = (value: string) => [
    { key: 'At', value },
    { key: 'Age', value: '11' },
  ]
  expect(saved('identifier,Age,At,At.seconds\nS-001,11,,32700')).toEqual([at('9:05')])
  expect(saved('identifier,Age,At,At.seconds\nS-001,11,9:06:00,32760')).toEqual([at('9:06:00')])
  expect(saved('identifier,Age,At,At.seconds\nS-001,11,9:06,')).toEqual([at('9:06')])
  expect(mistakesOf('identifier,Age,At,At.seconds\nx,1,noon,32760')).toEqual([[2, 'At', 'value.time']])
})

test('a version counts for changes only: an older file with the same values changes nothing', () => {
  expect(planOf('identifier,version,Age\nS-001,2,10').plan).toMatchObject({ saveForms: [], unchanged: 1 })
  expect(planOf('identifier,version,Age\nS-001,3,11').plan?.saveForms).toHaveLength(1)
  expect(planOf('identifier,version,Age\nS-001,,11').plan?.saveForms).toHaveLength(1)
})

test('a file from elsewhere is accepted if it is said to be, with the forms of one form type', () => {
  const elsewhere = { ...study, fromElsewhere: true }
  const heading = 'siteid,studyid,identifier,formtypeid,version,Age'
  const file = `${heading}\nbergen,study2,x,end,7,1\nbergen,study2,S-001,end,1,11`
  expect(planOf(file, elsewhere)).toMatchObject({
    plan: { addSubjects: [{ identifier: 'x' }], saveForms: [{ version: null }, { version: 3 }] },
    origins: [{ siteid: 'bergen', studyid: 'study2', formtypeid: 'end', rows: 2 }],
  })
  const mixed = `${file}\nbergen,study2,z,begin,1,1\noslo,study1,w,end,,1`
  expect(mistakesOf(mixed, elsewhere)).toEqual([
    [4, 'formtypeid', 'import.form-type.mixed'],
    [5, 'formtypeid', 'import.form-type.other'],
  ])
})

test('a row of another form type of the study is a mistake, whatever else is said of where it is from', () => {
  const own = { ...study, fromElsewhere: true, otherTypes: ['end'] }
  expect(mistakesOf('identifier,formtypeid,Age\nx,end,1', own)).toEqual([[2, 'formtypeid', 'import.form-type.other']])
  expect(mistakesOf('identifier,formtypeid,Age\nx,start,1', own)).toEqual([])
})

test('an answer names where the rows come from', () => {
  const { origins } = planOf('studyid,identifier,formtypeid,Age\nstudy1,x,baseline,1\n,y,,1\nstudy2,z,end,1')
  expect(origins).toEqual([
    { siteid: null, studyid: 'study1', formtypeid: 'baseline', rows: 1 },
    { siteid: null, studyid: 'study2', formtypeid: 'end', rows: 1 },
  ])
})

test('a leading apostrophe is taken off only where an export writes one', () => {
  const imported = (cell: string) => planOf(`identifier,Age,Note\nx,1,${cell}`).plan?.saveForms[0]?.fields[1]?.value
  const cells = ["'tH", "'", "'=1", "''", "'-", "'1"]
  expect(cells.map(imported)).toEqual(["'tH", "'", '=1', "'", '-', "'1"])
})

test('a moment needs its offset from UTC, and the mistake shows one', () => {
  const fields = [{ name: 'Seen', type: 'DateTime' as const, required: false }]
  const target = { ...study, formtype: { ...formtype, fields } }
  expect(mistakesOf('identifier,Seen\nx,2026-10-20 09:50', target)).toEqual([[2, 'Seen', 'import.value.date-time']])
  expect(mistakesOf('identifier,Seen\nx,2026-10-20 09:50+02:00', target)).toEqual([])
})

test('all mistakes are reported at once, and nothing is planned', () => {
  const answer = planOf('identifier,Age,Day\nx,ten,soon\ny,1,\n,1,')
  expect(answer.plan).toBeUndefined()
  expect(answer.mistakes.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Day'],
    [2, 'Age'],
    [4, null],
  ])
})

test('a mistake in the headings or about the subject hides no mistake in the cells', () => {
  const text = 'identifier,Size,Age,Day\n,1,ten,2026-02-30\nx,1,1,soon\ny\nz,1,"1'
  expect(mistakesOf(text)).toEqual([
    [1, 'Size', 'import.column.unknown'],
    [2, null, 'import.subject.unnamed'],
    [2, 'Day', 'import.value.date'],
    [2, 'Age', 'value.number'],
    [3, 'Day', 'import.value.date'],
    [4, null, 'import.row.length'],
    [5, null, 'import.quotes'],
  ])
  expect(mistakesOf('identifier,Aeg,Day\nx,1,2026-02-28')).toEqual([[1, 'Aeg', 'import.column.unknown']])
})

test('a stored value that its field no longer accepts is said to be stored', () => {
  const forms = [{ subjectid: 's1', version: 1, fields: [{ key: 'Age', value: 'ten' }] }]
  const target = { ...study, forms }
  expect(mistakesOf('subjectid,Hand\ns1,Left', target)).toEqual([[2, null, 'import.value.stored']])
  expect(mistakesOf('subjectid,Hand,Age\ns1,Left,', target)).toEqual([[2, 'Age', 'import.value.stored']])
  expect(mistakesOf('subjectid,Hand,Age\ns1,Left,10', target)).toEqual([])
})

test('values of retired fields are left out and counted, whether the study knows the field or not', () => {
  const text =
    'identifier,Age,Old (retired),Gone (retired),When (retired),When (retired).epoch\nS-002,12,a,b,2026-03-01,1772366400'
  const { plan, mistakes, leftOutColumns } = planOf(text)
  expect(mistakes).toEqual([])
  expect(plan?.leftOut).toBe(3)
  expect(leftOutColumns).toEqual([
    { column: 'Gone (retired)', values: 1 },
    { column: 'When (retired)', values: 1 },
    { column: 'Old (retired)', values: 1 },
  ])
  expect(plan?.saveForms[0]?.fields).toEqual([{ key: 'Age', value: '12' }])
  const again = plan && planOf(text, carriedOut(study, plan)).plan
  expect(again).toEqual({ addSubjects: [], saveForms: [], unchanged: 1, leftOut: 3 })
})

test('subjects are added from a file in the format of subjects.csv', () => {
  const text =
    'siteid,studyid,subjectid,identifier,status,version\noslo,study1,s1,S-001,OPEN,1\noslo,study1,z,S-003,CLOSED,4'
  const { plan } = planOf(text, { ...study, formtype: undefined })
  expect(plan).toEqual({
    addSubjects: [{ row: 3, subjectid: null, identifier: 'S-003' }],
    saveForms: [],
    unchanged: 1,
    leftOut: 0,
  })
})

const target = (lists: RowLists): ImportTarget => ({
  siteid: 'oslo',
  studyid: 'study1',
  formtype: lists.formTypes[0],
  subjects: lists.subjects,
  forms: lists.forms,
})

async function csvOfForms(lists: RowLists): Promise<string> {
  const rows = memoryRows(lists)
  const [table] = tablesOf(rows, undefined, undefined, await misfitsOf(rows)).forms
  if (!table) throw new Error('There is no table of forms.')
  return (await Array.fromAsync(csvOf(table))).join('')
}

/** The study after the plan was executed. */
function carriedOut(before: ImportTarget, { addSubjects, saveForms }: ImportPlan): ImportTarget {
  const ids = addSubjects.map(({ subjectid, row }) => subjectid ?? `new${row}`)
  const added = addSubjects.map(({ identifier }, place) => ({
    subjectid: ids[place] ?? '',
    identifier,
    status: 'OPEN' as const,
  }))
  const saved = saveForms.map(({ subject, version, fields }) => ({
    subjectid: 'added' in subject ? (ids[subject.added] ?? '') : subject.subjectid,
    version: (version ?? 0) + 1,
    fields,
  }))
  return { ...before, subjects: [...before.subjects, ...added], forms: [...before.forms, ...saved] }
}

/** Rows as in a study: valid, unique identifiers. */
const properRows = someRows.map((lists): RowLists => {
  const names = new Set<string>()
  const proper = new Map(
    lists.subjects.map(({ subjectid, identifier }) => {
      const name = cleanName(identifier ?? '')
      const isFree = !whyNotName(name, 'identifier') && !names.has(caseKey(name))
      names.add(caseKey(name))
      return [subjectid, isFree ? name : null]
    }),
  )
  const named = <T extends { subjectid: string }>(row: T) => ({ ...row, identifier: proper.get(row.subjectid) ?? null })
  return { ...lists, subjects: lists.subjects.map(named), forms: lists.forms.map(named) }
})

test('importing an export into its own study plans nothing, whatever the values', async () => {
  await fc.assert(
    fc.asyncProperty(properRows, async (lists) => {
      const { plan, mistakes } = planImport(await csvOfForms(lists), target(lists))
      expect(mistakes).toEqual([])
      expect(plan).toEqual({ addSubjects: [], saveForms: [], unchanged: lists.forms.length, leftOut: 0 })
    }),
  )
})

test('an import elsewhere counts every value that did not fit where it was exported, by column', async () => {
  await fc.assert(
    fc.asyncProperty(properRows, fc.boolean(), async (given, isRemoved) => {
      // A field that no version of the form type has, and one that was retired.
      const [type] = given.formTypes
      const formTypes = given.formTypes.map((one) =>
        isRemoved ? { ...one, fields: one.fields.slice(1), earlier: [{ version: 0, fields: one.fields }] } : one,
      )
      const strange = (form: (typeof given.forms)[number]) => ({
        ...form,
        fields: [...form.fields, { key: 'Shoe', value: "'=7" }],
      })
      const lists = { ...given, formTypes, forms: given.forms.map(strange) }
      const [table] = tablesOf(memoryRows(lists)).forms
      const misfits = await Array.fromAsync(table?.misfits() ?? [])
      const counted = Object.entries(Object.groupBy(misfits, ({ name }) => name)).map(([name, values = []]) => [
        `${name}.misfit`,
        values.length,
      ])
      const there = {
        siteid: 'bergen',
        studyid: 'study2',
        fromElsewhere: true,
        formtype: type,
        subjects: [],
        forms: [],
      }
      const { leftOutColumns } = planImport(await csvOfForms(lists), there)
      const found = leftOutColumns
        .filter(({ column }) => column.endsWith('.misfit'))
        .map(({ column, values }) => [column, values])
      expect(new Map(found as [])).toEqual(new Map(counted as []))
      expect(found.length).toBeGreaterThan(0)
      // Where the forms are, nothing is left out.
      expect(planImport(await csvOfForms(lists), target(lists))).toMatchObject({
        mistakes: [],
        leftOutColumns: [],
        plan: { leftOut: 0 },
      })
    }),
  )
})

test.each([
  ['Age.misfit', 'Age.misfit'],
  ['a.MISFIT (2)', 'a.MISFIT (2)'],
  ['Old (retired).misfit', 'Old (retired).misfit'],
])('a file with the column %s is imported without its values, and says so', (heading, column) => {
  const { plan, leftOutColumns } = planOf(`identifier,Age,${heading}\nS-010,4,heavy\nS-011,5,\nS-012,6,"'=1"`)
  expect(plan).toMatchObject({ leftOut: 2, saveForms: [{}, {}, {}] })
  expect(leftOutColumns).toEqual([{ column, values: 2 }])
})

test('a value that did not fit is left out unless the form has this very value', () => {
  const old = (value: string) => ({
    ...study,
    forms: [{ subjectid: 's1', version: 3, fields: [{ key: 'Shoe', value }] }],
  })
  const text = 'identifier,Age,Shoe.misfit\nS-001,4,43'
  expect(planOf(text, old('43')).plan).toMatchObject({ leftOut: 0 })
  expect(planOf(text, old('44')).plan).toMatchObject({ leftOut: 1 })
})

test('an export adds the same subjects and values to another study, and importing it again plans nothing', async () => {
  await fc.assert(
    fc.asyncProperty(properRows, async (lists) => {
      const csv = await csvOfForms(lists)
      const there = { siteid: 'bergen', studyid: 'study2', fromElsewhere: true }
      const empty: ImportTarget = { ...there, formtype: lists.formTypes[0], subjects: [], forms: [] }
      const { plan, mistakes } = planImport(csv, empty)
      expect(mistakes).toEqual([])
      if (!plan) return
      const after = carriedOut(empty, plan)
      expect(after.subjects.map(({ identifier }) => identifier)).toEqual(
        lists.subjects.map(({ identifier }) => identifier),
      )
      const types = new Map(everyField.map((field) => [field.name, field]))
      const fitting = lists.forms.map(({ fields }) =>
        fields.filter(({ key, value }) => {
          const field = types.get(key)
          return field && !whyNotValue(field, value)
        }),
      )
      expect(after.forms.map(({ fields }) => fields.map(({ key }) => key))).toEqual(
        fitting.map((fields) => fields.map(({ key }) => key)),
      )
      expect(planImport(csv, after).plan).toEqual({
        addSubjects: [],
        saveForms: [],
        unchanged: lists.forms.length,
        leftOut: plan.leftOut,
      })
    }),
  )
})

test('a type that repeats has several rows for a subject, told apart by visit and number', () => {
  const several = { ...formtype, repeats: true, occurrences: true }
  const [stored] = study.forms
  if (!stored) throw new Error('the study has a form')
  const target = {
    ...study,
    formtype: several,
    visits: [
      { visitid: 'v1', repeats: false },
      { visitid: 'v3', repeats: true },
    ],
    forms: [stored, { ...stored, occurrence: 2, version: 7 }],
  }
  const planned = planOf(
    `identifier,visitid,occurrence,Age
S-001,,2,20
S-001,,4,40
S-001,v1,,11
x,,1,1
x,,2,2`,
    target,
  ).plan
  expect(planned?.addSubjects).toHaveLength(1)
  expect(planned?.saveForms).toMatchObject([
    { subject: { subjectid: 's1' }, visitid: null, occurrence: 2, version: 7 },
    { subject: { subjectid: 's1' }, visitid: null, occurrence: 4, version: null },
    { subject: { subjectid: 's1' }, visitid: 'v1', occurrence: 1, version: null },
    { subject: { added: 0 }, visitid: null, occurrence: 1, version: null },
    { subject: { added: 0 }, visitid: null, occurrence: 2, version: null },
  ])
  const wrong = 'identifier,visitid,occurrence,Age\nS-001,,2,1\nS-001,,2,2\nx,v2,,1\nx,,0,1\n'
  expect(mistakesOf(wrong, target)).toEqual([
    [3, 'identifier', 'import.subject.duplicate'],
    [4, 'visitid', 'visit.missing'],
    [5, 'occurrence', 'import.occurrence'],
  ])
  const once = { ...target, formtype: { ...several, repeats: false } }
  expect(mistakesOf('identifier,occurrence,Age\nx,2,1', once)).toEqual([[2, 'occurrence', 'occurrence.once']])
  // In a visit that repeats, the number is the visit's.
  const given = 'identifier,visitid,occurrence,Age\nS-001,v3,1,1\nS-001,v3,2,2\n'
  expect(planOf(given, once).plan?.saveForms).toMatchObject([
    { visitid: 'v3', occurrence: 1 },
    { visitid: 'v3', occurrence: 2 },
  ])
  expect(mistakesOf('identifier,visitid,occurrence,Age\nx,v1,2,1', once)).toEqual([
    [2, 'occurrence', 'occurrence.once'],
  ])
  expect(mistakesOf('identifier,occurrence,Age\nx,1,1')).toEqual([[1, 'occurrence', 'import.column.unknown']])
})

const weighed: ImportTarget = {
  ...study,
  formtype: {
    ...formtype,
    fields: [
      { name: 'Weight', type: 'Number', required: false, softMaximum: 200 },
      { name: 'Pulse', type: 'Number', required: false },
    ],
    checks: [{ expression: 'Pulse < 180.0', message: 'Counted twice?', field: 'Pulse', soft: true }],
    earlier: [],
  },
  forms: [
    {
      subjectid: 's1',
      version: 1,
      fields: [{ key: 'Weight', value: '210' }],
      confirmed: [{ key: 'Weight', value: '210', reason: 'weighed twice' }],
    },
  ],
}

const someFormTypes = [weighed.formtype as FormTypeRow] as const

test('each unusual value that nobody confirmed is a mistake of its own', () => {
  const text = 'identifier,Weight,Pulse\nS-001,210,190\nS-003,220,200\nS-004,80,70'
  expect(planOf(text, weighed).mistakes.map(({ row, column, problem }) => [row, column, problem.code])).toEqual([
    [2, 'Pulse', 'UNCONFIRMED'],
    [3, 'Weight', 'UNCONFIRMED'],
    [3, 'Pulse', 'UNCONFIRMED'],
  ])
})

test('unusual values are confirmed by the reasons in the file, those that stand, and one for all others', () => {
  const text =
    'identifier,Weight,Weight.reason,Pulse,pulse.reason\nS-001,210,,190,\nS-003,220,new scales,200,\nS-004,80,,70,'
  expect(planOf(text, { ...weighed, confirmed: 'read from paper' }).plan?.saveForms).toMatchObject([
    {
      confirmed: 1,
      confirmations: [
        { key: 'Weight', value: '210', reason: 'weighed twice' },
        { key: 'Pulse', value: '190', reason: 'read from paper' },
      ],
    },
    {
      confirmed: 2,
      confirmations: [
        { key: 'Weight', value: '220', reason: 'new scales' },
        { key: 'Pulse', value: '200', reason: 'read from paper' },
      ],
    },
    { row: 4 },
  ])
  expect(planOf(text, { ...weighed, confirmed: 'read from paper' }).plan?.saveForms[2]).not.toHaveProperty('confirmed')
  expect(mistakesOf(text, weighed)).toEqual([
    [2, 'Pulse', 'value.check.unconfirmed'],
    [3, 'Pulse', 'value.check.unconfirmed'],
  ])
})

/** Forms whose values are usual and unusual, as a server stores them. */
const judgedForms = fc.array(
  fc.record({ weight: fc.option(fc.integer({ min: 150, max: 250 })), pulse: fc.nat(250), reason: hostileText }),
  { minLength: 1, maxLength: 10 },
)

test('an export says why unusual values are right, and importing it confirms them for the same reasons', async () => {
  const [type] = someFormTypes
  await fc.assert(
    fc.asyncProperty(judgedForms, async (all) => {
      const ids = all.map((_, place) => ({
        siteid: 'oslo',
        studyid: 'study1',
        subjectid: `s${place}`,
        identifier: null,
      }))
      const forms = all.map(({ weight, pulse, reason }, place) => {
        const given = [
          ...(weight === null ? [] : [{ key: 'Weight', value: String(weight) }]),
          { key: 'Pulse', value: String(pulse) },
        ]
        const otherwise = isBlank(reason) || whyNotText(reason, 'Weight', maxConfirmationLength) ? 'x' : reason.trim()
        const { why, fields, confirmations: confirmed } = judgeForm(type, given, { otherwise })
        expect(why).toBeUndefined()
        return { ...ids[place], formtypeid: 'baseline', version: 1, type_number: 1, fields, confirmed }
      }) as RowLists['forms']
      const [one] = stepCounting.subjects
      const subjects = ids.map((id) => ({ ...one, ...id })) as RowLists['subjects']
      const lists: RowLists = { ...stepCounting, formTypes: someFormTypes, subjects, subjectDevices: [], forms }
      const csv = await csvOfForms(lists)
      const there = { siteid: 'bergen', studyid: 'study2', fromElsewhere: true }
      const { plan, mistakes } = planImport(csv, { ...there, formtype: type, subjects: [], forms: [] })
      expect(mistakes).toEqual([])
      const reasons = forms.map(({ confirmed }) =>
        confirmed?.map(({ key, value, reason }) => [key, value, sameText(reason)]),
      )
      expect(
        plan?.saveForms.map(({ confirmations = [] }) =>
          confirmations.map(({ key, value, reason }) => [key, value, reason]),
        ),
      ).toEqual(reasons)
      expect(planImport(csv, target(lists)).plan).toMatchObject({ saveForms: [], unchanged: forms.length })
    }),
  )
})

test('the reason of a value that no longer stands is not exported, and a retired field keeps its column', async () => {
  const [form] = stepCounting.forms
  const confirmed = [
    { key: 'Weight', value: '210', reason: 'weighed twice' },
    { key: 'Old', value: '300', reason: 'scales of the ward' },
  ]
  const fields = [
    { key: 'Weight', value: '220' },
    { key: 'Old', value: '300' },
  ]
  const [type] = someFormTypes
  const old = { name: 'Old', type: 'Number', required: false, softMaximum: 250 } as const
  const formTypes = [{ ...type, version: 2, earlier: [{ version: 1, fields: [...type.fields, old] }] }]
  const forms = [{ ...form, formtypeid: 'baseline', fields, confirmed }] as RowLists['forms']
  const lists: RowLists = { ...stepCounting, formTypes, forms }
  const [table] = tablesOf(memoryRows(lists)).forms
  const [row] = (await Array.fromAsync(table?.rows() ?? [])) as string[][]
  const cells = Object.fromEntries((table?.columns ?? []).map(({ name }, place) => [name, row?.[place] ?? null]))
  expect(cells).toMatchObject({
    Weight: '220',
    'Weight.reason': null,
    'Pulse.reason': null,
    'Old (retired)': '300',
    'Old (retired).reason': 'scales of the ward',
  })
  expect(table?.columns.map(({ columnId }) => columnId)).toEqual(
    expect.arrayContaining(['Weight_reason', 'Old_reason']),
  )
  // Elsewhere, where the field never was, the column is left out with its field.
  const there = { siteid: 'bergen', studyid: 'study2', fromElsewhere: true, formtype: type, subjects: [], forms: [] }
  expect(planImport(await csvOfForms(lists), { ...there, confirmed: 'on paper' }).mistakes).toEqual([])
})

test('a reason confirms nothing that is refused', () => {
  const strict = {
    ...weighed,
    formtype: { ...weighed.formtype, fields: [{ ...formtype.fields[2], maximum: 230, softMaximum: 200 }], checks: [] },
  } as ImportTarget
  expect(mistakesOf('identifier,Age\nS-003,231', { ...strict, confirmed: 'sure' })).toEqual([
    [2, 'Age', 'value.maximum'],
  ])
})

test('a list of identifiers as CSV adds exactly these, whatever they begin with', () => {
  const name = fc.string({ unit: 'grapheme' }).filter((text) => !whyNotName(text, 'identifier'))
  const identifiers = fc.uniqueArray(fc.oneof(name, fc.constantFrom("'=1", '-01', '+4', '"', 'a,b', "'tHooft")), {
    selector: caseKey,
  })
  fc.assert(
    fc.property(identifiers, (names) => {
      const target = { ...study, formtype: undefined, subjects: [] }
      const { plan } = planImport(csvOfTexts('identifier', names), target)
      expect(plan?.addSubjects.map(({ identifier }) => identifier)).toEqual(names.map(cleanName))
    }),
  )
})
