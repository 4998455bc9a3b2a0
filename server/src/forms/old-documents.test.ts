import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace } from '../../test/beds/place.ts'

// Documents of callers who know nothing of what fields and forms say since release 0.2.0, one after the other, with the answers that they got
// before. The answers were recorded from commit 01e3d50.

type Step = { document: string; variables: Record<string, unknown>; answer: unknown }

test('old documents on forms and form types get the answers that they got before', async () => {
  const steps: Step[] = JSON.parse(readFileSync(new URL('old-documents.json', import.meta.url), 'utf8'))
  const casebook: Casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  try {
    const person = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin'] })
    const { studyid, subjectid } = await makePlace(casebook)
    const known = new Map([
      ['$study', studyid],
      ['$subject', subjectid],
    ])
    expect(steps.length).toBeGreaterThan(20)
    for (const { document, variables, answer } of steps) {
      const given = JSON.parse(JSON.stringify(variables, (_, value) => known.get(value) ?? value))
      const { data, errors } = await person.call(document, given)
      const id = data?.addFormType?.formtypeid
      if (typeof id === 'string') known.set(`$type${known.size - 1}`, id)
      const refused = errors?.map(({ extensions }) => ({ code: extensions?.code, field: extensions?.field ?? null }))
      const names = new Map([...known].map(([name, own]) => [own, name]))
      const said = JSON.parse(JSON.stringify(refused ?? data, (_, value) => names.get(value) ?? value))
      expect({ document, variables, answer: said }).toEqual({ document, variables, answer })
    }
  } finally {
    await casebook.stop()
  }
})
