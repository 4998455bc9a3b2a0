import { dateField, field, options, type Say, type StudyBeginning } from './example-texts.ts'

/** A day in a gait laboratory. */
export function gaitLab(say: Say): StudyBeginning {
  const visit = say('Lab visit', 'Laboratoriebesøk')
  const walk = say('Six-minute walk', 'Seks minutters gange')
  const activityTypes = [
    { description: say('Standing still', 'Stå stille') },
    { description: say('Walking, usual pace', 'Gange, vanlig tempo'), repeats: true as const },
    { description: say('Walking, fast', 'Gange, raskt tempo'), repeats: true as const },
    { description: say('Rising from a chair and walking 3 m', 'Reise seg fra en stol og gå 3 m') },
    { description: walk },
    { description: say('Stairs', 'Trapper') },
  ]
  return {
    places: [say('lower back', 'korsrygg'), say('left ankle', 'venstre ankel'), say('right ankle', 'høyre ankel')],
    formTypes: [
      {
        identifier: visit,
        fields: [
          dateField(say),
          field('height', 'Number', say('Height', 'Høyde'), {
            required: true,
            unit: 'cm',
            minimum: 50,
            maximum: 250,
            softMinimum: 130,
            softMaximum: 210,
            decimals: 0,
          }),
          field('weight', 'Number', say('Weight', 'Vekt'), {
            required: true,
            unit: 'kg',
            minimum: 10,
            maximum: 400,
            softMinimum: 40,
            softMaximum: 160,
            decimals: 1,
          }),
          field('bmi', 'Number', say('Body mass index', 'Kroppsmasseindeks'), {
            unit: 'kg/m²',
            decimals: 1,
            calculation: 'weight / (height / 100.0 * height / 100.0)',
          }),
          field('leg', 'Number', say('Length of the leg', 'Beinlengde'), {
            unit: 'cm',
            minimum: 30,
            maximum: 150,
            decimals: 1,
          }),
          field('aid', 'Choice', say('Walks with', 'Går med'), {
            required: true,
            display: 'BUTTONS',
            options: options([
              say('Nothing', 'Ingenting'),
              say('A stick', 'Stokk'),
              say('A walker', 'Rullator'),
              say('Help from somebody', 'Hjelp fra noen'),
            ]),
          }),
          field('falls', 'Number', say('Falls during the last year', 'Fall det siste året'), {
            minimum: 0,
            maximum: 365,
            softMaximum: 12,
            decimals: 0,
          }),
          field('remarks', 'String', say('Remarks', 'Merknader'), { multiline: true, length: 2000 }),
        ],
      },
      {
        identifier: walk,
        fields: [
          dateField(say),
          field('distance', 'Number', say('Distance', 'Distanse'), {
            required: true,
            unit: 'm',
            minimum: 0,
            maximum: 1200,
            softMinimum: 100,
            softMaximum: 800,
            decimals: 0,
          }),
          field('stopped', 'Boolean', say('Stopped before six minutes', 'Stoppet før seks minutter'), {
            required: true,
            display: 'BUTTONS',
          }),
          field('why', 'String', say('Why?', 'Hvorfor?'), { required: true, length: 500, showIf: 'stopped' }),
          field('pain', 'Number', say('Pain when walking', 'Smerter ved gange'), {
            minimum: 0,
            maximum: 10,
            decimals: 0,
            display: 'SCALE',
            minimumLabel: say('No pain', 'Ingen smerter'),
            maximumLabel: say('The worst pain imaginable', 'Verst tenkelige smerter'),
          }),
        ],
      },
    ],
    activityTypes,
    visits: [
      {
        name: say('Lab day', 'Laboratoriedag'),
        day: 0,
        formTypes: [visit, walk],
        activityTypes: activityTypes.map(({ description }) => description),
      },
    ],
  }
}
