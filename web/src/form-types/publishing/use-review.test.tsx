// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import type { Finding } from './findings/FindingList.tsx'
import type { Published } from './use-review.ts'

const readOnce = vi.fn<(document: unknown, variables: unknown) => Promise<{ reviewFormTypeDraft: Finding[] }>>()
const reportError = vi.fn()
vi.mock('../../calls/graphql.ts', () => ({ readOnce }))
vi.mock('../../calls/errors.ts', () => ({ reportError }))
const { useReview } = await import('./use-review.ts')

afterEach(closeAll)
beforeEach(() => vi.resetAllMocks())

const field = { name: 'weight', type: 'Number' as const, required: false }
const sent = { identifier: 'Visit', fields: [field], checks: [], repeats: false }
const changed = { ...sent, identifier: 'Visit 1' }
const saved = { type: 'saved' as const, data: 'data', isWhole: true, isShown: true }
const save = vi.fn<() => Promise<typeof saved | undefined>>()
const publish = vi.fn<Published<string>['publish']>()
const published = (more: Partial<Published<string>> = {}): Published<string> => ({
  studyid: 'study',
  formtypeid: 'type',
  defined: sent,
  version: 1,
  hasDraft: false,
  saveDraft: async () => undefined,
  publish,
  ...more,
})
const finding = (effect: Finding['effect']): Finding => ({
  effect,
  reason: effect === 'HARMLESS' ? 'NEW' : 'REQUIRED',
  field: 'weight',
  sentence: '',
  forms: 0,
  subjects: [],
})

async function open(of = published()) {
  save.mockResolvedValue(saved)
  publish.mockResolvedValue(saved)
  let typed = sent
  const screen = await drawHook(() => useReview(of, sent, () => typed, save))
  const to = (next: typeof sent, then = of) => {
    typed = next
    return screen.again(() => useReview(then, next, () => typed, save))
  }
  return { ...screen, to }
}
const answers = (...findings: Finding[]) => readOnce.mockResolvedValue({ reviewFormTypeDraft: findings })

test('a review is shown only for the definition that was reviewed', async () => {
  answers(finding('LOOK'))
  const screen = await open()
  await screen.doing(() => void screen.result().read())
  expect(screen.result().findings).toHaveLength(1)
  await screen.to(changed)
  expect(screen.result().findings).toBeUndefined()
  await screen.to(sent, published({ defined: changed }))
  expect(screen.result().findings).toBeUndefined()
  await screen.to({ ...sent })
  expect(screen.result().findings).toHaveLength(1)
})

test('what is typed while a review is read is reviewed, too', async () => {
  const screen = await open()
  let answer = (_: { reviewFormTypeDraft: Finding[] }) => {}
  readOnce.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  answers(finding('LOOK'))
  await screen.doing(() => void screen.result().update())
  await screen.to(changed)
  await screen.doing(() => answer({ reviewFormTypeDraft: [] }))
  expect(save).not.toHaveBeenCalled()
  expect(readOnce.mock.calls.map(([, variables]) => variables)).toMatchObject([
    { input: { identifier: 'Visit' } },
    { input: { identifier: 'Visit 1' } },
  ])
  expect(screen.result().findings).toHaveLength(1)
})

test('an update that is harmless is published; what is not, and a saved draft, are shown first', async () => {
  answers(finding('HARMLESS'))
  const harmless = await open()
  await harmless.doing(() => void harmless.result().update())
  expect(save).toHaveBeenCalledOnce()
  expect(harmless.result().findings).toBeUndefined()
  const draft = await open(published({ hasDraft: true }))
  await draft.doing(() => void draft.result().update())
  expect(draft.result().findings).toHaveLength(1)
  answers(finding('HARMLESS'), finding('LOOK'))
  const look = await open()
  await look.doing(() => void look.result().update())
  expect(look.result().findings).toHaveLength(2)
  expect(save).toHaveBeenCalledOnce()
})

test('nothing is published if the review was not answered; what the rules refuse is told by the save', async () => {
  const screen = await open()
  for (const code of ['NETWORK', 'INTERNAL']) {
    const failure = new Failure({ code, message: 'No answer' })
    readOnce.mockRejectedValueOnce(failure)
    await screen.doing(() => void screen.result().update())
    expect(reportError).toHaveBeenLastCalledWith(failure)
  }
  expect(save).not.toHaveBeenCalled()
  expect(screen.result().isReading).toBe(false)
  readOnce.mockRejectedValueOnce(new Failure({ code: 'BAD_INPUT', message: 'Too long' }))
  await screen.doing(() => void screen.result().update())
  expect(save).toHaveBeenCalledOnce()
})

test('a note stays until its version is published', async () => {
  answers()
  const screen = await open()
  await screen.doing(() => screen.result().setNote('A second weight'))
  await screen.doing(() => void screen.result().update())
  expect(screen.result().findings).toEqual([])
  publish.mockResolvedValueOnce(undefined)
  await screen.doing(() => void screen.result().publish())
  expect(screen.result()).toMatchObject({ note: 'A second weight', findings: undefined })
  await screen.doing(() => void screen.result().publish())
  expect(publish).toHaveBeenLastCalledWith('A second weight')
  expect(screen.result().note).toBe('')
  expect(save).not.toHaveBeenCalled()
})
