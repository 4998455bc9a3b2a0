// @vitest-environment happy-dom
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../../records/test/screen.tsx'
import { formTypesEn } from '../../messages.en.ts'

const useRead = vi.fn()
vi.mock('../../../calls/graphql.ts', () => ({ useRead }))
const { FormLinks } = await import('./FormLinks.tsx')

afterEach(closeAll)

test('a link to a form names its subject, its visit and its own number, and opens beside the editor', async () => {
  useRead.mockReturnValue({ data: { listVisits: [{ visitid: 'week', name: 'Week 4' }] } })
  const form = (subjectid: string, occurrence: number | null, visitid: string | null = null) => ({
    subjectid,
    identifier: subjectid.toUpperCase(),
    occurrence,
    visitid,
  })
  const forms = [
    form('a', null),
    form('b', 3),
    form('c', 1),
    form('c', 4),
    form('d', 1, 'week'),
    form('e', 1, 'week'),
    form('e', 2, 'week'),
  ]
  const screen = await draw(
    <MemoryRouter>
      <FormLinks studyid="s" formtypeid="t" forms={forms} />
    </MemoryRouter>,
    { formTypes: formTypesEn },
  )
  const links = [...screen.place.querySelectorAll('a')]
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'A',
    'B (3)',
    'C (1)',
    'C (4)',
    'D (Week 4)',
    'E (Week 4, 1)',
    'E (Week 4, 2)',
  ])
  expect(links.map((link) => link.getAttribute('href')).slice(0, 2)).toEqual([
    '/studies/s/subjects/a/formtypes/t',
    '/studies/s/subjects/b/formtypes/t~3',
  ])
  expect(links.map(({ target }) => target)).toEqual(forms.map(() => '_blank'))
})
