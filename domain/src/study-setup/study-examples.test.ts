import { describe, expect, test } from 'vitest'
import { activityTypeFields } from '../activity-types/activity-types.rules.ts'
import { whyNotFields, whyNotFormTypeIdentifier } from '../form-types/form-types.rules.ts'
import { whyNotGiven } from '../shared/record-fields/record-fields.ts'
import { whyNotPlaces } from '../studies/places.ts'
import { whyNotVisits } from '../visits/visits.rules.ts'
import { exampleLanguages, studyExamples } from './example-texts.ts'
import { beginningOf } from './study-examples.ts'

const all = studyExamples.flatMap((example) => exampleLanguages.map((language) => [example, language] as const))

describe.each(all)('%s in %s', (example, language) => {
  const { places, formTypes, activityTypes, visits } = beginningOf(example, language)

  test('is accepted by the rules', () => {
    expect(whyNotPlaces(places)).toBeUndefined()
    for (const { identifier, fields, checks } of formTypes) {
      expect(whyNotFormTypeIdentifier(identifier)).toBeUndefined()
      expect(whyNotFields(fields, checks ?? []), identifier).toBeUndefined()
    }
    for (const type of activityTypes) expect(whyNotGiven(activityTypeFields, type)).toBeUndefined()
    const named = visits.map((visit) => ({
      ...visit,
      formtypeids: visit.formTypes,
      activitytypeids: visit.activityTypes,
    }))
    expect(whyNotVisits(named)).toBeUndefined()
  })

  test('has visits of its own types, of which the first has the date', () => {
    for (const { formTypes: forms, activityTypes: activities } of visits) {
      for (const name of forms) expect(formTypes.map(({ identifier }) => identifier)).toContain(name)
      for (const name of activities) expect(activityTypes.map(({ description }) => description)).toContain(name)
    }
    for (const { fields } of formTypes) expect(fields[0]).toMatchObject({ name: 'date', type: 'Date', required: true })
    expect(visits[0]).toMatchObject({ day: 0 })
  })
})

test('the languages have the same fields, with other words', () => {
  for (const example of studyExamples) {
    const [en, nb] = exampleLanguages.map((language) => beginningOf(example, language))
    const shape = (of: typeof en) => of?.formTypes.map(({ fields }) => fields.map(({ name, type }) => [name, type]))
    expect(shape(nb)).toEqual(shape(en))
    expect(nb?.formTypes.map(({ identifier }) => identifier)).not.toEqual(
      en?.formTypes.map(({ identifier }) => identifier),
    )
  }
})
