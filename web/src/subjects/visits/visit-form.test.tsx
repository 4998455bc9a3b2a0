// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { formsEn } from '../../forms/messages.en.ts'
import { type Entry, openEntry } from '../../records/machine/entry.ts'
import type { EditedRecord } from '../../records/store.ts'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { visitsEn } from './messages.en.ts'

const sent: unknown[] = []
const checked: string[] = []
let entry: Entry
vi.mock('../../records/use-record.ts', () => ({
  savedBy: (_: unknown, { input: { version, date } }: { input: { version: number | null; date: string } }) => ({
    version,
    date,
  }),
  useIsEditing: () => false,
  useEditor: ({ plan }: EditedRecord) => ({
    entry,
    fields: entry.mine,
    asked: {},
    errorOf: () => undefined,
    type: (fields: object) => {
      entry = { ...entry, mine: { ...entry.mine, ...fields } }
    },
    check: (key: string) => checked.push(key),
    refusal: entry.refusals.length > 0 ? 'Somebody else said something' : undefined,
    failed: 0,
    save: async () => {
      sent.push(plan(entry.mine, null, { row: undefined, base: {}, added: undefined, isRemoved: false }))
    },
  }),
}))
vi.mock('../../session/own-name.ts', () => ({ useOwnName: () => 'Lars' }))
vi.mock('../../records/records.ts', () => ({ records: {} }))
const { VisitForm } = await import('./VisitForm.tsx')

afterEach(async () => {
  await closeAll()
  sent.length = 0
  checked.length = 0
})

const form = (version: number) => (
  <VisitForm
    subjectid="s"
    opened={{ visitid: 'v', occurrence: 1, state: 'DONE', version: 1 }}
    version={version}
    date="2026-10-20"
    name="Baseline"
    onDone={() => undefined}
    onCancel={() => undefined}
  />
)

test('what a colleague says of a visit meanwhile is replaced only by a press after that was told', async () => {
  entry = openEntry({ version: null, fields: { date: '2026-10-20', reason: '' } })
  const { press, redraw, text } = await draw(form(1), { visits: visitsEn, forms: formsEn })
  await redraw(form(2))
  await press('Visit done')
  entry = { ...entry, refusals: [new Failure({ code: 'CONFLICT', message: '' })] }
  await redraw(form(2))
  expect(text()).toContain('Somebody else said something')
  await press('Visit done')
  expect(sent).toMatchObject([{ version: 1 }, { version: 2 }])
})

test.each([
  ['20.10.2026', '2026-10-20'],
  ['20261020', '2026-10-20'],
  ['20102026', '2026-10-20'],
  ['2026-10-20', '2026-10-20'],
])('the day of a visit typed as %s is understood by Enter, which saves it', async (typed, day) => {
  entry = openEntry({ version: null, fields: { date: typed, reason: '' } })
  const { find, doing, redraw } = await draw(form(1), { visits: visitsEn, forms: formsEn })
  await doing(() => find('input[name=date]').dispatchEvent(enter()))
  await redraw(form(1))
  expect(checked).toEqual(['date'])
  await doing(() => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  expect(sent).toEqual([{ version: 1, date: day }])
})

test('a text that is no day is refused at its field, and stays', async () => {
  entry = openEntry({ version: null, fields: { date: '20261399', reason: '' } })
  const { find, doing } = await draw(form(1), { visits: visitsEn, forms: formsEn })
  await doing(() => find('input[name=date]').dispatchEvent(enter()))
  await doing(() => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  expect(entry.mine.date).toBe('20261399')
  expect(checked).toEqual(['date'])
  expect(sent).toMatchObject([{ reason: 'visit.date', field: 'date' }])
})

function enter(): KeyboardEvent {
  return new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
}
