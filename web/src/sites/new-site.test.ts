import { expect, test, vi } from 'vitest'

const listed: unknown[] = []
vi.mock('../calls/graphql.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  watch: () => ({ reading: () => ({ data: { listSites: listed }, isReading: false }) }),
}))
const { newSite } = await import('./new-site.ts')

const added = { data: { addSite: { siteid: 'olso', version: 1 } }, version: 1 }
const site = { siteid: 'olso', name: 'Oslo', version: 1, studyCount: 0, deviceCount: 0 }

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

test('a site whose addition was lost is renamed, or taken back if its identifier was wrong', () => {
  listed.splice(0, 1, site)
  expect(planned({ identifier: 'olso', name: 'Oslo' })).toMatchObject({ call: 'updateSite', of: { version: 1 } })
  expect(planned({ identifier: 'oslo', name: 'Oslo' })).toEqual({
    call: 'removeSite',
    takesBack: true,
    of: { siteid: 'olso' },
  })
})

test.each([{ studyCount: 1 }, { deviceCount: 1 }, { version: 2 }])('it stays if somebody works with it: %j', (more) => {
  listed.splice(0, 1, { ...site, ...more })
  expect(planned({ identifier: 'oslo', name: 'Oslo' })).toMatchObject({ call: 'addSite', takesBack: undefined })
})
