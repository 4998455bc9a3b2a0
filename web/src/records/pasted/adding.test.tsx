// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed, Failure } from '../../calls/failures.ts'
import { closeAll, drawHook } from '../test/screen.tsx'
import { newWorld } from '../test/world.ts'
import type { Editor } from '../use-record.ts'

const { records, calls, reads } = newWorld()
vi.mock('../../session/own-name.ts', () => ({ useOwnName: () => 'Lars' }))
vi.mock('../records.ts', () => ({ records }))
vi.mock('../../texts/catalogue.ts', () => ({ loadScreensAhead: () => undefined }))
vi.mock('../../locale/locale.tsx', () => ({ useLocaleChoice: () => ({ locale: 'en', problems: {} }) }))

const { usePastedList } = await import('./PastedForm.tsx')
const { addNames, drawSites, record, whyNot } = await import('./test/sites.tsx')

const add = vi.fn(addNames)
const onSaved = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  for (const each of records.unsaved()) records.discard(each)
  calls.length = 0
  reads.length = 0
  vi.clearAllMocks()
})
afterEach(closeAll)

async function drawForm(settings: Parameters<typeof drawSites>[0] = { add, onSaved, onClose }) {
  const screen = await drawSites(settings)
  return {
    ...screen,
    /** The call is answered, and what is on screen is read again. */
    async answer(data: unknown) {
      await screen.doing(() => calls.at(-1)?.answer(data))
      await screen.doing(() => reads.at(-1)?.done())
    },
  }
}

test('adding is one call with all names, which is told, and after which the form closes', async () => {
  const { paste, submit, answer, text, sum, area } = await drawForm()
  await paste('Oslo\tNorth\nBergen\noslo\nBad?')
  expect(await submit()).toBe(true)
  expect(add).toHaveBeenCalledExactlyOnceWith(['Oslo', 'Bergen'], 'Oslo\tNorth\nBergen\noslo\nBad?')
  expect(calls.map(({ planned, lane }) => [planned.mutation.variables, lane])).toEqual([
    [{ names: ['Oslo', 'Bergen'] }, record],
  ])
  expect(text()).toContain('Adding')
  expect([onSaved.mock.calls, onClose.mock.calls]).toEqual([[], []])
  await answer('two sites')
  expect([onSaved.mock.calls, onClose.mock.calls]).toEqual([[['two sites']], [[]]])
  expect([area().value, sum()]).toEqual(['', ''])
})

test('the form closes also where nobody wants to be told, and only tells once the person has left', async () => {
  const { paste, submit, answer, close } = await drawForm({ add, onClose })
  await paste('Oslo')
  await submit()
  await answer('one site')
  expect([onSaved.mock.calls, onClose.mock.calls]).toEqual([[], [[]]])
  await close()
  const left = await drawForm()
  await left.paste('Oslo')
  await left.submit()
  await left.close()
  await left.answer('one site')
  expect([onSaved.mock.calls, onClose.mock.calls.length]).toEqual([[['one site']], 1])
})

test.each([{ ctrlKey: true }, { metaKey: true }])('adding is done by Enter with %o, too', async (more) => {
  const { paste, key } = await drawForm()
  await paste('Oslo')
  expect([await key('Enter'), await key('a', more), calls.length]).toEqual([false, false, 0])
  expect([await key('Enter', more), calls.length]).toEqual([true, 1])
})

test('what the server refuses is told beside the button, and the form keeps the list', async () => {
  const { paste, submit, doing, find, lines } = await drawForm()
  await paste('Oslo\nBergen')
  await submit()
  const failure = new Failure({ code: 'BAD_INPUT', message: 'Bergen is closed.' })
  await doing(() => calls.at(-1)?.fail(new CallFailed([failure])))
  expect(find('[role="alert"]').textContent).toBe('Bergen is closed.')
  expect(lines()).toEqual(['1 Oslo: Added', '2 Bergen: Added'])
  expect([onSaved.mock.calls, onClose.mock.calls]).toEqual([[], []])
})

test.each([
  ['without a new name', 'Oslo?', 'Nothing in this list is new. Type or paste one name a line.'],
  ['of too many lines', 'Oslo\n'.repeat(1001), 'At most 1000 lines at once. Split the list.'],
])('a list %s is refused beside the field', async (_, pasted, why) => {
  const { paste, key, text, place, area } = await drawForm()
  await paste(pasted)
  await key('Enter', { ctrlKey: true })
  expect(text()).toContain(why)
  expect([calls.length, add.mock.calls.length, place.querySelector('[role="alert"]')]).toEqual([0, 0, null])
  expect(area().getAttribute('aria-invalid')).toBe('true')
})

test('adding is given up by Cancel, which throws the list away', async () => {
  const { paste, press } = await drawForm()
  await paste('Oslo')
  expect(records.unsaved()).toEqual([record])
  await press('Cancel')
  expect([records.unsaved(), onClose.mock.calls, calls.length]).toEqual([[], [[]], 0])
})

test('the form asks which list to keep, by the label and the names themselves, if two windows changed it', async () => {
  const { result, doing } = await drawHook(() => usePastedList(record, whyNot, add))
  await doing(() => result().type({ list: 'Oslo' }))
  const editor: Editor<unknown, string> = { ...result(), asked: { list: { base: '', version: 2 } } }
  const { find } = await drawForm({ editor })
  expect(find('[data-question]').textContent).toMatch(/^Sites changed elsewhere.*YoursOslo/)
})
