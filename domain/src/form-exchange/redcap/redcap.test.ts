import { expect, test } from 'vitest'
import { readCsv } from '../../exports/csv/read-csv.ts'
import { readRedcap } from './read-redcap.ts'
import { writeRedcap } from './write-redcap.ts'

const head =
  'field_name,form_name,section_header,field_type,field_label,select_choices_or_calculations,field_note,' +
  'text_validation_type_or_show_slider_number,text_validation_min,text_validation_max,identifier,branching_logic,' +
  'required_field,matrix_group_name,field_annotation'

const sample = [
  head,
  'rec,visit,,text,Number of the record,,,,,,,,,,',
  'sex,visit,About you,radio,<p>Sex at <b>birth</b></p>,"1, Female | 2, Male, or other",As in the passport,,,,,,y,,',
  'weight,visit,,text,Weight,,,number_1dp,30,200,,,,,@FORCE-MINMAX @HIDDEN',
  'pulse,visit,,text,Pulse,,,integer,40,120,y,,,,"@PLACEHOLDER=\'beats a minute\'"',
  'pregnant,visit,,yesno,Pregnant?,,,,,,,"[sex] = ""1""",,,',
  'signs,visit,,checkbox,Signs,"a, Cough | b, Fever",,,,,,"[pregnant] = ""1"" and [sex] <> ""2""",,,',
  "fever,visit,,text,How high,,,number,,,,[signs(b)] = '1',,,@CHARLIMIT=4",
  "code,visit,,text,Code,,,,,,,[other_event][sex] = 1,,,@CALCTEXT(if([sex] = '1'; 'f'; 'm'))",
  'kilos,visit,,calc,Twice the weight,[weight] * 2 + [nothing],,,,,,,,,',
  'grams,visit,,calc,Grams,[weight] * 1000,,,,,,,,,',
  'walks,visit,,radio,Walks,"0, No | 1, Yes",,,,,,,,m1,',
  'runs,visit,,radio,Runs,"0, No | 1, Yes",,,,,,,,m1,',
  'scan,end,,file,Scan,,,,,,,,,,',
].join('\r\n')

const { forms, leftOut } = readRedcap(sample)
const [visit] = forms
const fieldOf = (name: string) => visit?.fields.find((field) => field.name === name)

test('a dictionary becomes form types', () => {
  expect(forms.map(({ identifier }) => identifier)).toEqual(['visit'])
  expect(fieldOf('sex')).toMatchObject({
    type: 'Choice',
    label: 'Sex at birth',
    section: 'About you',
    help: 'As in the passport',
    required: true,
    display: 'BUTTONS',
    options: [
      { code: '1', label: 'Female' },
      { code: '2', label: 'Male, or other' },
    ],
  })
  expect(fieldOf('weight')).toMatchObject({ type: 'Number', decimals: 1, minimum: 30, maximum: 200 })
  expect(fieldOf('pulse')).toMatchObject({
    identifying: true,
    decimals: 0,
    softMinimum: 40,
    softMaximum: 120,
    placeholder: 'beats a minute',
  })
  expect(fieldOf('pregnant')).toMatchObject({ type: 'Boolean', showIf: 'sex == "1"' })
  expect(fieldOf('signs')).toMatchObject({ multiple: true, showIf: 'pregnant && !(filled(sex) && sex == "2")' })
  expect(fieldOf('fever')).toMatchObject({ showIf: '"b" in signs' })
  expect(fieldOf('grams')).toMatchObject({ type: 'Number', calculation: 'weight * 1000' })
  expect([fieldOf('walks')?.display, fieldOf('runs')?.display]).toEqual(['TABLE', 'TABLE'])
})

test('what has no counterpart is listed with its row', () => {
  const said = leftOut.map(({ row, field, text, why }) => `${row} ${field}: ${text} | ${why.reason}`)
  expect(said).toEqual([
    '2 rec: Number of the record | exchange.record-id',
    '3 sex: <p>Sex at <b>birth</b></p> | exchange.text',
    '4 weight: @HIDDEN | exchange.part',
    '8 fever: @CHARLIMIT=4 | exchange.part',
    '14 scan: file | exchange.type',
    '9 code: [other_event][sex] = 1 | exchange.expression',
    "9 code: if([sex] = '1'; 'f'; 'm') | exchange.expression",
    '10 kilos: [weight] * 2 + [nothing] | exchange.expression',
    'null null: end | exchange.empty',
  ])
})

test('a form type goes to REDCap and comes back the same', () => {
  const written = writeRedcap(forms)
  expect(readRedcap(written.text).forms).toEqual(forms)
  expect(written.text).toContain('walks,visit,,radio,Walks,"0, No | 1, Yes",,,,,,,,,,walks_matrix,,\r\n')
  expect(written.text).toContain('runs,visit,,radio,Runs,"0, No | 1, Yes",,,,,,,,,,walks_matrix,,\r\n')
})

test('what REDCap has no counterpart for is listed', () => {
  const field = {
    name: 'Høyde',
    type: 'Number' as const,
    required: false,
    unit: 'cm',
    decimals: 7,
    minimum: 1,
    softMinimum: 2,
  }
  const check = { expression: 'Hoyde > 3.0', message: 'Too small.', field: 'Høyde', soft: false }
  const { text, leftOut: lost } = writeRedcap([{ identifier: 'Måling 1', fields: [field], checks: [check] }])
  expect(text).toContain('hoyde,maling_1,,text,Høyde,,,number,1,')
  expect(lost.map(({ field: own, text: said, why }) => `${own} ${said} ${why.reason}`)).toEqual([
    'Høyde Høyde exchange.name',
    'Høyde cm exchange.part',
    'Høyde 2 –  exchange.part',
    'Høyde 7 exchange.part',
    'Høyde Too small. (Hoyde > 3.0) exchange.part',
  ])
})

test('a table that is no dictionary is refused', () => {
  expect(() => readRedcap('a,b\n1,2\n')).toThrow(/columns of a data dictionary/)
  expect(() => readRedcap('')).toThrow(/columns of a data dictionary/)
})

test('codes that the syntax can not have become others, in the choices and in the logic', () => {
  const options = ['a b', 'a,b', 'a_b', 'c(d)'].map((code) => ({ code, label: code }))
  const fields = [
    { name: 'one', type: 'Choice' as const, required: false, options },
    { name: 'many', type: 'Choice' as const, required: false, options, multiple: true },
    {
      name: 'asked',
      type: 'String' as const,
      required: false,
      showIf: 'one == "a,b" || "a b" in many || "c(d)" in many',
    },
  ]
  const { text, leftOut } = writeRedcap([{ identifier: 'Codes', fields, checks: [] }])
  const [form] = readRedcap(text).forms
  expect(form?.fields.map((field) => field.options?.map(({ code }) => code))).toEqual([
    ['a b', 'a_b_2', 'a_b', 'c(d)'],
    ['a_b_2', 'a_b_3', 'a_b', 'c_d_'],
    undefined,
  ])
  expect(form?.fields[2]?.showIf).toBe('one == "a_b_2" || "a_b_2" in many || "c_d_" in many')
  expect(leftOut.map(({ field, text: code }) => `${field} ${code}`)).toEqual([
    'one a,b',
    'many a b',
    'many a,b',
    'many c(d)',
  ])
})

test('the decimals and bounds of a calculated number are lost, and said to be', () => {
  const more = { calculation: 'weight * 2', decimals: 1, minimum: 0, softMaximum: 300 }
  const fields = [
    { name: 'weight', type: 'Number' as const, required: false },
    { name: 'double', type: 'Number' as const, required: false, ...more },
  ]
  const { leftOut } = writeRedcap([{ identifier: 'Sums', fields, checks: [] }])
  expect(leftOut.map(({ field, text, why }) => `${field} ${why.params.part} ${text}`)).toEqual([
    'double decimals 1',
    'double minimum 0',
    'double softMaximum 300',
  ])
})

test('the labels of a slider are the ends of a scale, and its middle is left out', () => {
  const read = readRedcap(
    [head, 'rec,v,,text,R', 'pain,v,,slider,Pain,None | Some | Worst,,,,', 'mood,v,,slider,Mood,,,,,'].join('\n'),
  )
  expect(read.forms[0]?.fields).toMatchObject([
    { name: 'pain', display: 'SCALE', minimumLabel: 'None', maximumLabel: 'Worst' },
    { name: 'mood', display: 'SCALE' },
  ])
  expect(read.leftOut.map(({ text }) => text)).toEqual(['R', 'Some'])
  const back = readRedcap(writeRedcap(read.forms).text)
  expect(back.forms).toEqual(read.forms)
})

test('no cell of a dictionary is a formula in a spreadsheet, and all of it comes back', () => {
  const form = {
    identifier: '=1+1',
    fields: [
      { name: 'below', type: 'Number' as const, required: false, label: '-2+3', minimum: -5, maximum: 5 },
      { name: 'twice', type: 'Number' as const, required: false, label: '+ twice', calculation: '-below' },
      {
        name: 'mail',
        type: 'String' as const,
        required: false,
        label: '@sum(1)',
        help: '=HYPERLINK("x")',
        section: '=A1',
      },
      {
        name: 'pick',
        type: 'Choice' as const,
        required: false,
        options: [
          { code: '-1', label: 'Less' },
          { code: '1', label: '=More' },
        ],
      },
    ],
    checks: [],
  }
  const { text } = writeRedcap([form])
  const cells = [...readCsv(text)].flatMap((line) => line.cells)
  expect(cells.filter((cell) => cell !== null && /^[=+@\t\r]|^-(?!5$)/.test(cell))).toEqual([])
  expect(cells).toContain('-5')
  const [back] = readRedcap(text).forms
  expect(back?.fields.map(({ label }) => label)).toEqual(['-2+3', '+ twice', '@sum(1)', 'pick'])
  expect(back?.fields[0]).toMatchObject({ minimum: -5, maximum: 5 })
  expect(back?.fields[1]).toMatchObject({ calculation: '-below' })
  expect(back?.fields[2]).toMatchObject({ help: '=HYPERLINK("x")', section: '=A1' })
  expect(back?.fields[3]?.options).toEqual([
    { code: '-1', label: 'Less' },
    { code: '1', label: '=More' },
  ])
})

test('the bounds of dates and times come as checks, and go back as bounds', () => {
  const dictionary = [
    head,
    'rec,visit,,text,Record,,,,,,,,,,',
    'born,visit,,text,Born,,,date_ymd,1900-01-01,today,,,,,@FORCE-MINMAX',
    'seen,visit,,text,Seen,,,datetime_ymd,[born],now,,,,,',
    'gone,visit,,text,Gone,,,datetime_ymd,2020-01-01 10:00,,,,,,',
  ].join('\r\n')
  const read = readRedcap(dictionary)
  expect(read.forms[0]?.checks).toEqual([
    {
      expression: 'born >= timestamp("1900-01-01T12:00:00Z")',
      message: 'Not before 1900-01-01',
      field: 'born',
      soft: false,
    },
    { expression: 'born <= today()', message: 'Not after today', field: 'born', soft: false },
    { expression: 'seen >= born', message: 'Not before born', field: 'seen', soft: true },
    { expression: 'seen <= now()', message: 'Not after now', field: 'seen', soft: true },
  ])
  expect(read.leftOut.map(({ field, text }) => [field, text])).toContainEqual(['gone', '[gone] >= "2020-01-01 10:00"'])
  const written = writeRedcap(read.forms)
  expect(written.leftOut).toEqual([])
  expect(readRedcap(written.text).forms).toEqual(read.forms)
})

test('what the bounds of a dictionary cannot say of a date is in the list', () => {
  const fields = [{ name: 'born', type: 'Date' as const, required: false }]
  const checks = [
    { expression: 'born <= today()', message: 'Not born yet?', field: 'born', soft: false },
    { expression: 'born >= timestamp("1900-01-01T12:00:00Z")', message: 'Very old', field: 'born', soft: true },
    { expression: 'years(born, today()) < 120', message: 'Too old', field: 'born', soft: false },
  ]
  const { text, leftOut } = writeRedcap([{ identifier: 'Visit', fields, checks }])
  expect(text).toContain('date_ymd,,today')
  expect(leftOut.map((one) => one.text)).toEqual([
    'Not born yet?',
    'Very old (born >= timestamp("1900-01-01T12:00:00Z"))',
    'Too old (years(born, today()) < 120)',
  ])
})
