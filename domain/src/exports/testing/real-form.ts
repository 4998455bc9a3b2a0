import type { FormTypeField } from '../../form-types/fields.ts'
import type { FormRow } from '../rows.ts'
import type { RowLists } from './memory-rows.ts'
import { stepCounting } from './sample.ts'

const field = (name: string, type: FormTypeField['type'], more: Partial<FormTypeField> = {}): FormTypeField => ({
  name,
  type,
  required: false,
  ...more,
})

const fields: FormTypeField[] = [
  field('Sex', 'Choice', {
    variable: 'sex',
    label: 'Sex at birth',
    section: 'About you',
    options: [
      { code: '1', label: 'Female' },
      { code: '2', label: 'Male\'s "own" <&>' },
      { code: '9', label: '=Other' },
    ],
    translations: [
      { language: 'nb', label: 'Kjønn', section: 'Om "deg" & andre', options: [{ code: '1', label: 'Kvinne' }] },
    ],
  }),
  field('Weight', 'Number', {
    variable: 'weight',
    unit: 'kg',
    minimum: 1,
    maximum: 400,
    softMinimum: 30,
    softMaximum: 200,
    decimals: 1,
    help: 'Without shoes.\nIn the morning.',
    translations: [
      { language: 'nb', help: 'Uten sko.' },
      { language: 'de', label: 'Gewicht' },
    ],
  }),
  field('Height', 'Number', { variable: 'height', unit: 'cm', minimum: 30, maximum: 250 }),
  field('BMI', 'Number', {
    variable: 'bmi',
    label: 'Body mass index',
    unit: 'kg/m²',
    decimals: 1,
    calculation: 'round(weight / ((height / 100) * (height / 100)), 1)',
  }),
  field('Pregnant', 'Boolean', { variable: 'pregnant', showIf: 'sex == "1"' }),
  field('Signs', 'Choice', {
    variable: 'signs',
    multiple: true,
    options: [
      { code: 'c', label: 'Cough' },
      { code: 'f', label: 'Fever | chills' },
      { code: 'n', label: 'Cough' },
    ],
  }),
  field('Twice', 'Choice', {
    variable: 'twice',
    options: [
      { code: 'a', label: 'The same' },
      { code: 'b b', label: 'The same' },
    ],
  }),
  field('Pain', 'Number', {
    variable: 'pain',
    display: 'SCALE',
    minimum: 0,
    maximum: 100,
    decimals: 0,
    minimumLabel: 'No "pain"',
    maximumLabel: 'Worst <pain>',
  }),
  field('Read this', 'Note', { help: 'Only to be read.' }),
]

const [form] = stepCounting.forms
const [formtype] = stepCounting.formTypes
if (!form || !formtype) throw new Error('The sample is incomplete.')

const forms: FormRow[] = [
  {
    ...form,
    fields: [
      { key: 'Sex', value: '2' },
      { key: 'Weight', value: '81.5' },
      { key: 'Height', value: '200' },
      { key: 'BMI', value: '20.4' },
      { key: 'Signs', value: 'c|f' },
      { key: 'Twice', value: 'b b' },
    ],
    confirmed: [{ key: 'Weight', value: '81.5', reason: '=weighed "twice"' }],
  },
]

/** A study with a form type that has labels, units, ranges, codes, conditions, a calculation and a check. */
export const realForm: RowLists = {
  ...stepCounting,
  history: [],
  forms,
  formTypes: [
    {
      ...formtype,
      fields,
      earlier: [],
      checks: [
        {
          expression: 'weight < height',
          message: 'Is the weight in kilograms?',
          field: 'Weight',
          soft: true,
          translations: [{ language: 'nb', message: 'Er vekten i kilo?' }],
        },
        {
          expression: 'pregnant != true || sex == "1"',
          message: 'Only women are pregnant.',
          field: 'Sex',
          soft: false,
        },
      ],
    },
  ],
}
