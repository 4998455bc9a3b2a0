// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { type Entry, openEntry } from '../../records/machine/entry.ts'
import type { EditedRecord } from '../../records/store.ts'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { visitsEn } from './messages.en.ts'

const sent: unknown[] = []
let entry: Entry
vi.mock('../../records/use-record.ts', () => ({
  savedBy: (_: unknown, { input }: { input: { version: number | null } }) => input.version,
  useIsEditing: () => false,
  useEditor: ({ plan }: EditedRecord) => ({
    entry,
    fields: entry.mine,
    asked: {},
    errorOf: () => undefined,
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

afterEach(closeAll)

test('what a colleague says of a visit meanwhile is replaced only by a press after that was told', async () => {
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
  entry = openEntry({ version: null, fields: { date: '2026-10-20', reason: '' } })
  const { press, redraw, text } = await draw(form(1), { visits: visitsEn })
  await redraw(form(2))
  await press('Visit done')
  entry = { ...entry, refusals: [new Failure({ code: 'CONFLICT', message: '' })] }
  await redraw(form(2))
  expect(text()).toContain('Somebody else said something')
  await press('Visit done')
  expect(sent).toEqual([1, 2])
})
