import { dateField, field, options, type Say, type StudyBeginning } from './example-texts.ts'

/** A week at home with a sensor on the wrist. */
export function wristWeek(say: Say): StudyBeginning {
  const fitting = say('Fitting', 'Påsetting')
  const diary = say('Diary of a day', 'Dagbok for en dag')
  const taking = say('Return', 'Retur')
  const week = say('Week at home', 'Uke hjemme')
  return {
    places: [say('left wrist', 'venstre håndledd'), say('right wrist', 'høyre håndledd')],
    formTypes: [
      {
        identifier: fitting,
        fields: [
          dateField(say),
          field('hand', 'Choice', say('Writing hand', 'Skrivehånd'), {
            required: true,
            display: 'BUTTONS',
            options: options([say('Left', 'Venstre'), say('Right', 'Høyre'), say('Both', 'Begge')]),
          }),
          field('clock', 'Boolean', say('The clock of the sensor was checked', 'Klokken i sensoren er kontrollert'), {
            required: true,
            display: 'BUTTONS',
          }),
          field('skin', 'Boolean', say('The skin is unbroken', 'Huden er hel'), { required: true, display: 'BUTTONS' }),
          field('remarks', 'String', say('Remarks', 'Merknader'), { multiline: true, length: 2000 }),
        ],
      },
      {
        identifier: diary,
        repeats: true,
        fields: [
          dateField(say),
          field('up', 'Time', say('Got up', 'Sto opp')),
          field('bed', 'Time', say('Went to bed', 'La seg')),
          field('off', 'Boolean', say('Took the sensor off', 'Tok av sensoren'), {
            required: true,
            display: 'BUTTONS',
          }),
          field('off_why', 'String', say('When and why?', 'Når og hvorfor?'), {
            required: true,
            multiline: true,
            length: 500,
            showIf: 'off',
          }),
        ],
      },
      {
        identifier: taking,
        fields: [
          dateField(say),
          field('comfort', 'Number', say('How was it to wear?', 'Hvordan var den å ha på?'), {
            required: true,
            minimum: 0,
            maximum: 10,
            decimals: 0,
            display: 'SCALE',
            minimumLabel: say('Unbearable', 'Uutholdelig'),
            maximumLabel: say('Not noticed', 'Merket den ikke'),
          }),
          field('sore', 'Boolean', say('The skin was sore', 'Huden ble sår'), { required: true, display: 'BUTTONS' }),
          field('remarks', 'String', say('Remarks', 'Merknader'), { multiline: true, length: 2000 }),
        ],
      },
    ],
    activityTypes: [{ description: week }],
    visits: [
      { name: fitting, day: 0, formTypes: [fitting], activityTypes: [] },
      { name: taking, day: 7, daysAfter: 3, formTypes: [taking], activityTypes: [week] },
    ],
  }
}
