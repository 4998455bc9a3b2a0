// @vitest-environment happy-dom
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formTypesEn } from '../messages.en.ts'

const useRead = vi.fn()
vi.mock('../../calls/graphql.ts', () => ({ useRead }))
vi.mock('../../components/page/ReadingBar.tsx', () => ({ ReadingBar: () => null }))
vi.mock('./VersionName.tsx', () => ({ VersionName: () => null }))
vi.mock('./RenewalPart.tsx', () => ({ RenewalPart: () => null }))
const { VersionsPart } = await import('./VersionsPart.tsx')

afterEach(closeAll)

const weight: FormTypeField = { name: 'weight', type: 'Number', required: false }
const typed = { identifier: 'Visit', fields: [weight], checks: [] }
const version = { ...typed, number: 1, publishedAt: '2026-11-23T10:00:00Z', publishedBy: 'Lars', note: '' }
const part = (now = typed) => (
  <VersionsPart
    studyid="study"
    formtypeid="type"
    typed={now}
    textOf={(_key, value) => value}
    labelOf={(name) => name}
  />
)
const read = (versions: (typeof version)[] | undefined) =>
  useRead.mockReturnValue({ data: versions && { listFormTypeVersions: versions }, isReading: versions === undefined })

test('nothing is said of versions that are not read yet', async () => {
  read(undefined)
  const screen = await draw(part(), { formTypes: formTypesEn })
  expect(screen.text()).toBe('')
  read([version])
  await screen.redraw(part())
  expect(screen.text()).toContain('They are the same.')
  await screen.redraw(part({ ...typed, identifier: 'Visit 1' }))
  expect(screen.text()).not.toContain('They are the same.')
  expect(screen.text()).toContain('Visit 1')
})

test('a type that was never published has no version to compare', async () => {
  read([])
  const screen = await draw(part(), { formTypes: formTypesEn })
  expect(screen.text()).toBe('No version is published yet.')
})
