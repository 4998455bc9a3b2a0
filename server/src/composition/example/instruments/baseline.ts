import { health } from './baseline-health.ts'
import { field, type Instrument, options } from './field.ts'

const often = options(['Never', 'Less than once a month', 'Monthly', 'Weekly', 'Daily'])
const difficulty = options(['None', 'Some', 'Much', 'Cannot'])
const tasks = [
  'Walking 400 m',
  'Climbing one flight of stairs',
  'Rising from a chair',
  'Carrying 5 kg',
  'Dressing',
  'Bathing',
  'Shopping',
  'Housework',
]

/**
 * A first visit with sixty fields, of our own making. The questions on drinking follow AUDIT-C, and those on function the
 * short set of the Washington Group, both of which may be used freely; the words are ours.
 */
export const baselineVisit: Instrument = {
  identifier: 'Baseline visit',
  fields: [
    ...health,
    field('smoking', 'Choice', 'Smoking', {
      section: 'Habits',
      required: true,
      display: 'BUTTONS',
      options: options(['Never', 'Earlier', 'Now']),
    }),
    field('smoked_a_day', 'Number', 'Cigarettes a day', {
      required: true,
      minimum: 1,
      maximum: 100,
      softMaximum: 40,
      decimals: 0,
      showIf: 'smoking in ["1", "2"]',
    }),
    field('smoked_years', 'Number', 'Years of smoking', {
      required: true,
      unit: 'years',
      minimum: 1,
      maximum: 90,
      decimals: 0,
      showIf: 'smoking in ["1", "2"]',
    }),
    field('pack_years', 'Number', 'Pack years', {
      decimals: 1,
      calculation: 'smoked_a_day / 20.0 * smoked_years',
      showIf: 'smoking in ["1", "2"]',
    }),
    field('stopped_on', 'Date', 'Stopped smoking', { showIf: 'smoking == "1"' }),
    field('drinks', 'Choice', 'How often do you drink alcohol?', {
      options: options([
        'Never',
        'Monthly or less',
        'Two to four times a month',
        'Two or three times a week',
        'More often',
      ]),
    }),
    field('drinks_many', 'Choice', 'How many glasses on such a day?', {
      options: options(['1 or 2', '3 or 4', '5 or 6', '7 to 9', '10 or more']),
      showIf: 'drinks != "0"',
    }),
    field('drinks_six', 'Choice', 'How often six or more?', { options: often, showIf: 'drinks != "0"' }),
    field('audit_c', 'Number', 'Drinking, 0 to 12', {
      decimals: 0,
      softMaximum: 7,
      calculation: 'sum([double(drinks), double(drinks_many), double(drinks_six)])',
    }),
    field('exercise', 'Number', 'Days with half an hour of exercise, last week', {
      minimum: 0,
      maximum: 7,
      decimals: 0,
      display: 'SCALE',
    }),
    field('sleep', 'Number', 'Hours of sleep', {
      unit: 'h',
      minimum: 0,
      maximum: 24,
      softMinimum: 4,
      softMaximum: 11,
      decimals: 1,
    }),
    ...tasks.map((task, place) =>
      field(`task${place + 1}`, 'Choice', task, {
        display: 'TABLE',
        options: difficulty,
        ...(place === 0 ? { section: 'How difficult is it?' } : {}),
      }),
    ),
    field('tasks_sum', 'Number', 'Difficulty, 0 to 24', {
      decimals: 0,
      calculation: `sum([${tasks.map((_, place) => `double(task${place + 1})`).join(', ')}])`,
    }),
    field('aid', 'Choice', 'Walks with', {
      section: 'Walking',
      required: true,
      display: 'BUTTONS',
      options: options(['Nothing', 'A stick', 'A rollator', 'Help from somebody']),
    }),
    field('falls', 'Number', 'Falls during the last year', {
      required: true,
      minimum: 0,
      maximum: 365,
      softMaximum: 12,
      decimals: 0,
    }),
    field('fall_hurt', 'Boolean', 'Hurt in a fall', { required: true, display: 'BUTTONS', showIf: 'falls > 0.0' }),
    field('fall_what', 'String', 'What happened?', { multiline: true, length: 1000, showIf: 'fall_hurt' }),
    field('pain', 'Number', 'Pain when walking', {
      minimum: 0,
      maximum: 10,
      decimals: 0,
      display: 'SCALE',
      minimumLabel: 'No pain',
      maximumLabel: 'The worst that one can think of',
    }),
    field('pain_where', 'Choice', 'Where?', {
      multiple: true,
      display: 'BUTTONS',
      options: options(['Hip', 'Knee', 'Foot', 'Back', 'Elsewhere'], 1),
      showIf: 'pain > 0.0',
    }),
    field('hand', 'Choice', 'Writing hand', {
      section: 'Fitting',
      required: true,
      display: 'BUTTONS',
      options: options(['Left', 'Right', 'Both'], 1),
    }),
    field('remarks', 'String', 'Remarks', { multiline: true, length: 2000 }),
  ],
  checks: [
    {
      expression: 'diastolic < systolic',
      message: 'The lower blood pressure is below the upper one.',
      field: 'diastolic',
      soft: false,
    },
    { expression: 'born < visit_date', message: 'The person was born before the visit.', field: 'born', soft: false },
    {
      expression: 'visit_date <= today()',
      message: 'The visit is not later than today.',
      field: 'visit_date',
      soft: false,
    },
    {
      expression: 'smoked_years <= age',
      message: 'Nobody has smoked for longer than they have lived.',
      field: 'smoked_years',
      soft: false,
    },
  ],
}
