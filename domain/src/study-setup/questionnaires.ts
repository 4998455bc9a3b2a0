import { dateField, field, options, type Say, type StudyBeginning } from './example-texts.ts'

/** Questionnaires at three times. The statements are ours, and may be used freely. */
export function questionnaires(say: Say): StudyBeginning {
  const background = say('Background', 'Bakgrunn')
  const weeks = say('The last two weeks', 'De siste to ukene')
  const statements = [
    say('I have felt cheerful.', 'Jeg har vært i godt humør.'),
    say('I have felt calm.', 'Jeg har følt meg rolig.'),
    say('I have had energy for what I wanted to do.', 'Jeg har hatt krefter til det jeg ville gjøre.'),
    say('I have slept well.', 'Jeg har sovet godt.'),
    say('My days have had things that interest me.', 'Dagene har hatt noe som interesserer meg.'),
  ]
  const often = options([
    say('Never', 'Aldri'),
    say('Seldom', 'Sjelden'),
    say('Sometimes', 'Av og til'),
    say('Often', 'Ofte'),
    say('Always', 'Alltid'),
  ])
  const later = (count: number) => say(`After ${count} weeks`, `Etter ${count} uker`)
  return {
    places: [say('wrist', 'håndledd')],
    formTypes: [
      {
        identifier: background,
        fields: [
          dateField(say),
          field('born', 'Number', say('Year of birth', 'Fødselsår'), {
            required: true,
            minimum: 1900,
            maximum: 2100,
            decimals: 0,
          }),
          field('lives', 'Choice', say('Lives', 'Bor'), {
            display: 'BUTTONS',
            options: options([say('Alone', 'Alene'), say('With others', 'Sammen med andre')]),
          }),
          field('school', 'Choice', say('Education', 'Utdanning'), {
            options: options([
              say('Primary school', 'Grunnskole'),
              say('Secondary school', 'Videregående skole'),
              say('University, up to four years', 'Høyskole eller universitet, inntil fire år'),
              say('University, more than four years', 'Høyskole eller universitet, mer enn fire år'),
            ]),
          }),
          field('work', 'Boolean', say('Goes to work', 'Er i arbeid'), { display: 'BUTTONS' }),
        ],
      },
      {
        identifier: weeks,
        repeats: true,
        fields: [
          dateField(say),
          ...statements.map((statement, place) =>
            field(`s${place + 1}`, 'Choice', statement, {
              required: true,
              display: 'TABLE',
              options: often,
              ...(place === 0 ? { section: say('During the last two weeks', 'I løpet av de siste to ukene') } : {}),
            }),
          ),
          field('sum', 'Number', say('Sum, 0 to 20', 'Sum, 0 til 20'), {
            decimals: 0,
            calculation: `sum([${statements.map((_, place) => `double(s${place + 1})`).join(', ')}])`,
          }),
          field('more', 'String', say('Is there more to say?', 'Er det mer å si?'), { multiline: true, length: 2000 }),
        ],
      },
    ],
    activityTypes: [],
    visits: [
      { name: say('Beginning', 'Oppstart'), day: 0, formTypes: [background, weeks], activityTypes: [] },
      { name: later(4), day: 28, daysBefore: 5, daysAfter: 5, formTypes: [weeks], activityTypes: [] },
      { name: later(12), day: 84, daysBefore: 7, daysAfter: 7, formTypes: [weeks], activityTypes: [] },
    ],
  }
}
