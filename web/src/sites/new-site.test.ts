// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { newSite } from './new-site.ts'

const added = { data: { addSite: { siteid: 'olso', version: 1 } }, version: 1 }

function planned(typed: Record<string, string>) {
  const plan = newSite.plan(typed, null, { row: undefined, base: {}, added })
  if (plan instanceof Error) throw plan
  const { mutation, takesBack } = plan
  return {
    call: /(\w+)\(/.exec(mutation.query.slice(mutation.query.indexOf('{')))?.[1],
    takesBack,
    of: mutation.variables,
  }
}

test('a site whose addition was not answered is renamed; with another identifier it stays, and another site is added', () => {
  expect(planned({ identifier: 'olso', name: 'Oslo' })).toMatchObject({ call: 'updateSite', of: { version: 1 } })
  expect(planned({ identifier: 'oslo', name: 'Oslo' })).toEqual({
    call: 'addSite',
    takesBack: undefined,
    of: { identifier: 'oslo', name: 'Oslo' },
  })
})
