import { field, type Instrument, options } from './field.ts'

const agreement = options(['Disagree strongly', 'Disagree', 'Neither', 'Agree', 'Agree strongly'], 1)

const statements = [
  'I would like to wear these sensors often.',
  'The sensors are more complicated than they need to be.',
  'The sensors were easy to use.',
  'I would need help from somebody who knows them.',
  'What the sensors do fits together well.',
  'Too much about the sensors is not as one expects.',
  'Most people would learn quickly to use them.',
  'The sensors were cumbersome.',
  'I felt sure of myself when I used them.',
  'I had to learn much before I could begin.',
]

/** Odd statements are in favour, even ones against. */
const points = statements.map((_, place) => {
  const value = `double(sus${place + 1})`
  return place % 2 === 0 ? `${value} - 1` : `5 - ${value}`
})

/**
 * Ten statements on how usable something is, after the System Usability Scale (J. Brooke, 1986, which may be used freely if
 * it is named), in our own words. The sum is from 0 to 100.
 */
export const usability: Instrument = {
  identifier: 'Usability of the sensors',
  fields: [
    field('sus_intro', 'Note', 'How much do you agree?', {
      help: 'Think of the days with the sensors. There are no right answers.',
    }),
    ...statements.map((statement, place) =>
      field(`sus${place + 1}`, 'Choice', statement, {
        required: true,
        display: 'TABLE',
        options: agreement,
        ...(place === 0 ? { section: 'Statements' } : {}),
      }),
    ),
    field('sus_sum', 'Number', 'Usability', {
      section: 'Result',
      unit: 'of 100',
      decimals: 1,
      calculation: `(${points.join(' + ')}) * 2.5`,
    }),
    field('sus_why', 'String', 'What was the worst of it?', {
      multiline: true,
      length: 1000,
      showIf: 'sus_sum < 50.0',
    }),
  ],
  checks: [],
}
