import { expect, test } from 'vitest'
import type { Sheet } from '../exchange.ts'
import { languageTag } from './languages.ts'
import { readXlsform } from './read-xlsform.ts'
import { writeXlsform } from './write-xlsform.ts'

function sheet(name: string, ...rows: string[][]): Sheet {
  return { name, rows: rows.map((cells, place) => ({ row: place + 1, cells })) }
}

const field = (name: string) => `$${`{${name}}`}`

const sheets = [
  sheet(
    'survey',
    [
      'type',
      'name',
      'label::English',
      'label::Norsk',
      'hint',
      'required',
      'relevant',
      'constraint',
      'constraint_message',
      'calculation',
      'appearance',
      'default',
    ],
    ['select_one sexes', 'sex', 'Sex', 'Kjønn', '', 'yes', '', '', '', '', 'minimal', '1'],
    ['begin group', 'body', 'Body', '', '', '', `${field('sex')} = '1'`],
    ['integer', 'age', 'Age', '', 'In years', 'no', '', '. >= 0 and . <= 120', '', ''],
    [
      'decimal',
      'weight',
      'Weight',
      '',
      '',
      '',
      `${field('age')} > 17`,
      `. > 0 and . < ${field('age')} * 10`,
      'Is this right?',
    ],
    ['text', 'mail', 'Mail', '', '', '', '', "regex(., '[a-z]+@[a-z]+') and string-length(.) <= 30"],
    ['end group'],
    ['calculate', 'double', '', '', '', '', '', '', '', `${field('weight')} * 2`],
    ['select_multiple signs or_other', 'signs', 'Signs', '', '', '', `not(selected(${field('sex')}, '2'))`],
    ['geopoint', 'where', 'Where'],
    ['note', 'thanks', 'Thank you', '', '', '', `indexed-repeat(${field('age')}, 1)`],
    ['range', 'pain', 'Pain'],
  ),
  sheet(
    'choices',
    ['list name', 'name', 'label'],
    ['sexes', '1', 'Female'],
    ['sexes', '2', 'Male'],
    ['sexes', '2', 'Again'],
    ['signs', 'c', 'Cough'],
  ),
  sheet('settings', ['form_title', 'default_language'], ['First visit', 'English']),
  sheet('entities', ['list_name'], ['trees']),
]

const { forms, leftOut } = readXlsform(sheets, 'visit.xlsx')
const [form] = forms
const fieldOf = (name: string) => form?.fields.find((own) => own.name === name)

test('an XLSForm becomes a form type', () => {
  expect(form?.identifier).toBe('First visit')
  expect(fieldOf('sex')).toMatchObject({ type: 'Choice', label: 'Sex', required: true })
  expect(fieldOf('sex')?.options).toEqual([
    { code: '1', label: 'Female' },
    { code: '2', label: 'Male' },
  ])
  expect(fieldOf('age')).toMatchObject({
    section: 'Body',
    help: 'In years',
    minimum: 0,
    maximum: 120,
    decimals: 0,
    showIf: 'sex == "1"',
  })
  expect(fieldOf('weight')).toMatchObject({ showIf: 'sex == "1" && age > 17' })
  expect(form?.checks).toEqual([
    { expression: 'weight > 0 && weight < age * 10', message: 'Is this right?', field: 'weight', soft: false },
  ])
  expect(fieldOf('mail')).toMatchObject({ pattern: '[a-z]+@[a-z]+', length: 30 })
  expect(fieldOf('double')).toMatchObject({ type: 'Number', calculation: 'weight * 2' })
  expect(fieldOf('signs')).toMatchObject({ multiple: true, showIf: '!(filled(sex) && sex == "2")' })
  expect(fieldOf('signs_other')).toMatchObject({
    type: 'String',
    showIf: '!(filled(sex) && sex == "2") && "other" in signs',
  })
  expect(fieldOf('pain')).toMatchObject({ display: 'SCALE', minimum: 0, maximum: 10 })
})

test('what has no counterpart is listed with its sheet and row', () => {
  const said = leftOut.map(
    ({ sheet: own, row, field: name, text, why }) => `${own} ${row} ${name}: ${text} | ${why.reason}`,
  )
  expect(said).toEqual([
    'entities null null:  | exchange.sheet',
    'survey 2 sex: 1 | exchange.part',
    'choices 4 sex: 2 | exchange.option',
    'survey 10 where: geopoint | exchange.type',
    `survey 11 thanks: indexed-repeat(${field('age')}, 1) | exchange.expression`,
  ])
})

test('a form type goes to XLSForm and comes back the same', () => {
  if (!form) throw new Error('There is no form type.')
  const written = writeXlsform(form)
  const again = written.sheets.map(({ name, columns, rows }) =>
    sheet(name, [...columns], ...rows.map((row) => [...row])),
  )
  expect(readXlsform(again, 'x.xlsx').forms).toEqual(forms)
  expect(written.leftOut.map(({ field: name, text, why }) => `${name} ${text} ${why.reason}`)).toEqual([])
})

test('a workbook without a survey is refused', () => {
  expect(() => readXlsform([sheet('Sheet1', ['a'], ['b'])], 'x.xlsx')).toThrow(/no sheet survey/)
})

test('the ends of a scale are the labels of its ticks', () => {
  const read = readXlsform(
    [
      sheet(
        'survey',
        ['type', 'name', 'label', 'parameters', 'appearance'],
        ['range', 'pain', 'Pain', 'start=0 end=10 step=1 tick_labelset=ends', 'no-ticks'],
        ['range', 'mood', 'Mood', 'start=1 end=5, tick_labelset=moods'],
      ),
      sheet(
        'choices',
        ['list_name', 'name', 'label'],
        ['ends', '0', 'None'],
        ['ends', '10', 'Worst'],
        ['moods', '1', 'Bad'],
        ['moods', '3', 'So so'],
      ),
    ],
    'scales.xlsx',
  )
  expect(read.forms[0]?.fields).toMatchObject([
    { display: 'SCALE', minimum: 0, maximum: 10, minimumLabel: 'None', maximumLabel: 'Worst' },
    { display: 'SCALE', minimum: 1, maximum: 5, minimumLabel: 'Bad' },
  ])
  expect(read.leftOut.map(({ row, text }) => [row, text])).toEqual([[5, 'So so']])
  for (const form of read.forms) {
    const { sheets: written, leftOut: lost } = writeXlsform(form)
    expect(lost).toEqual([])
    const again = written.map(({ name, columns, rows }) => sheet(name, [...columns], ...rows.map((row) => [...row])))
    expect(readXlsform(again, 'x').forms).toEqual([{ ...form, identifier: form.identifier }])
  }
})

test('columns of other languages come and go, and those of languages that nobody knows are listed', () => {
  const rows = (given: readonly (readonly string[])[]) => given.map((row) => [...row])
  const read = readXlsform(
    [
      sheet(
        'survey',
        [
          'type',
          'name',
          'label::English (en)',
          'label::Norsk (nb)',
          'label::Klingon',
          'hint::Norsk (nb)',
          'constraint',
          'constraint_message',
          'constraint_message::nb',
          'hint::English (en)',
          'parameters',
        ],
        ['begin_group', 'you', 'About you', 'Om deg'],
        ['select_one sexes', 'sex', 'Sex', 'Kjønn', 'x', 'Som i passet', '', '', '', 'As in the passport'],
        ['integer', 'age', 'Age', 'Alder', '', '', 'days(., today()) > 1', 'Too young', 'For ung'],
        ['integer', 'even', 'Even', '', '', '', '. mod 2 = 0', 'Not even', 'Ikke partall'],
        ['end_group'],
        ['range', 'pain', 'Pain', 'Smerte', '', '', '', '', '', '', 'start=0 end=10 step=1 tick_labelset=ends'],
      ),
      sheet(
        'choices',
        ['list_name', 'name', 'label::English (en)', 'label::Norsk (nb)'],
        ['sexes', '1', 'Female', 'Kvinne'],
        ['sexes', '2', 'Male', ''],
        ['ends', '0', 'None', 'Ingen'],
        ['ends', '10', 'Worst', 'Verst'],
      ),
      sheet('settings', ['form_title', 'default_language'], ['First visit', 'English (en)']),
    ],
    'x',
  )
  const [form] = read.forms
  expect(form?.fields).toMatchObject([
    {
      label: 'Sex',
      section: 'About you',
      translations: [
        {
          language: 'nb',
          label: 'Kjønn',
          help: 'Som i passet',
          section: 'Om deg',
          options: [{ code: '1', label: 'Kvinne' }],
        },
      ],
    },
    { translations: [{ language: 'nb', label: 'Alder' }] },
    {},
    { translations: [{ language: 'nb', label: 'Smerte', minimumLabel: 'Ingen', maximumLabel: 'Verst' }] },
  ])
  expect(form?.checks).toMatchObject([
    { message: 'Not even', translations: [{ language: 'nb', message: 'Ikke partall' }] },
  ])
  expect(read.leftOut.map(({ text }) => text)).toEqual(['x', 'days(., today()) > 1'])
  if (!form) return
  const written = writeXlsform(form)
  expect(written.leftOut).toEqual([])
  expect(written.sheets[0]?.columns).toContain('label::Norsk bokmål (nb)')
  const again = written.sheets.map(({ name, columns, rows: own }) => sheet(name, [...columns], ...rows(own)))
  expect(readXlsform(again, 'x').forms).toEqual([form])
})

test('a question without a label is asked by its name, and what is left out is named as people read it', () => {
  const number = { type: 'Number', required: false } as const
  const form = {
    identifier: 'Body',
    fields: [
      { ...number, name: 'weight', unit: 'kg', softMinimum: 40, softMaximum: 150 },
      { ...number, name: 'half', calculation: 'weight / 2.0' },
    ],
    checks: [],
  }
  const { sheets: written, leftOut } = writeXlsform(form)
  expect(written[0]?.rows.map((row) => row[written[0]?.columns.indexOf('label') ?? -1])).toEqual(['weight', ''])
  expect(leftOut.map(({ text, why }) => `${text}: ${why.params?.part}`)).toEqual(['kg: Unit', '40 – 150: Usual range'])
  const again = written.map(({ name, columns, rows: own }) => sheet(name, [...columns], ...own.map((row) => [...row])))
  expect(readXlsform(again, 'x').forms[0]?.fields.map(({ label }) => label)).toEqual([undefined, undefined])
})

test.each([
  ['Norsk (nb)', 'nb'],
  ['English', 'en'],
  ['Français (fr-CA)', 'fr-CA'],
  ['sv', 'sv'],
  ['Klingon', undefined],
  ['', undefined],
])('the heading %s is of the language %s', (heading, tag) => {
  expect(languageTag(heading)).toBe(tag)
})
