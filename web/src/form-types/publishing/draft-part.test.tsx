// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formTypesEn } from '../messages.en.ts'

const write =
  vi.fn<(variables: { input: { fields: { name: string }[]; repeats: boolean; version: number } }) => Promise<void>>()
const reportError = vi.fn()
vi.mock('../../calls/graphql.ts', () => ({ useWrite: () => [write, false] }))
vi.mock('../../calls/errors.ts', () => ({ reportError }))
const { DraftPart } = await import('./DraftPart.tsx')

afterEach(closeAll)
beforeEach(() => vi.resetAllMocks())

const discard = vi.fn()
const clear = vi.fn()
const field = { name: 'weight', type: 'Number' as const, required: false }
const drawn = (fields = [field]) =>
  draw(
    <DraftPart
      studyid="study"
      formtypeid="type"
      version={7}
      defined={{ identifier: 'Visit', fields, checks: [], repeats: true }}
      isOpen={false}
      undo={{ clear }}
      discard={discard}
    />,
    { formTypes: formTypesEn },
  )

test('a draft is thrown away after a question, by what is published', async () => {
  const screen = await drawn()
  await screen.press('Throw draft away...')
  expect(write).not.toHaveBeenCalled()
  await screen.press('Keep it')
  await screen.press('Throw draft away...')
  await screen.press('Throw away')
  expect(write).toHaveBeenCalledTimes(1)
  const { input } = write.mock.calls[0]?.[0] ?? {}
  expect([input?.version, input?.repeats, input?.fields.map(({ name }) => name)]).toEqual([7, true, ['weight']])
  expect([discard, clear].map((each) => each.mock.calls.length)).toEqual([1, 1])
})

test('what was typed stays if the draft could not be thrown away', async () => {
  write.mockRejectedValue(new Error('somebody changed it'))
  const screen = await drawn()
  await screen.press('Throw draft away...')
  await screen.press('Throw away')
  expect(discard).not.toHaveBeenCalled()
  expect(reportError).toHaveBeenCalledTimes(1)
})

test('a form type that was never published has nothing to go back to', async () => {
  const screen = await drawn([])
  expect(screen.place.textContent).toContain('A draft.')
  expect(screen.place.querySelector('button')).toBeNull()
})
