// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { openEntry } from '../../records/machine/entry.ts'
import type { EditedRecord } from '../../records/store.ts'
import { closeAll, draw } from '../../records/test/screen.tsx'
import type { Deviation } from './ExplanationForm.tsx'

const ids = { subjectid: 's', visitid: 'v', occurrence: 1, kind: 'OUTSIDE' } as const
const stored = (explanation: string | null, version: number) =>
  ({ ...ids, days: 2, explanation, version }) as unknown as Deviation
let listed: Deviation[] = []
let edited: EditedRecord | undefined
let isChanged = false
vi.mock('../../calls/graphql.ts', () => ({
  watch: () => ({ reading: () => ({ data: { listDeviations: listed } }), onChange: () => () => undefined }),
}))
vi.mock('../../session/own-name.ts', () => ({ useOwnName: () => 'Lars' }))
vi.mock('../../records/records.ts', () => ({ records: {} }))
vi.mock('../../records/use-record.ts', async (original) => ({
  ...(await original<typeof import('../../records/use-record.ts')>()),
  useIsEditing: () => isChanged,
  useEditor(of: EditedRecord) {
    edited = of
    const entry = openEntry({ version: 1, fields: { explanation: 'Snow' } })
    return { entry, fields: entry.mine, asked: {}, errorOf: () => undefined, failed: 0, record: of.record, isChanged }
  },
}))
vi.mock('../../components/form/UnsavedGuard.tsx', () => ({
  UnsavedGuard: (guard: { isChanged: boolean }) => <i data-guarded={guard.isChanged} />,
}))
const { ExplanationForm } = await import('./ExplanationForm.tsx')

// A field that grows with its text waits for fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
afterEach(closeAll)

test('an explanation is merged with a colleague’s, and saved over the one that it was merged with', async () => {
  listed = [{ ...stored('Holiday', 7), subjectid: 'other' }, stored('Ill', 2)]
  // The list shows what the colleague wrote already.
  const form = <ExplanationForm studyid="study" deviation={stored('Ill', 2)} label="Explain" onDone={() => undefined} />
  await draw(form, { overview: { explanation: 'Explanation', saveExplanation: 'Save' } })
  expect(edited?.source?.current(undefined)).toMatchObject({ version: 2, fields: { explanation: 'Ill' } })
  const known = { row: undefined, base: {}, added: undefined, isRemoved: false }
  expect(edited?.plan({ explanation: 'Snow' }, 1, known)).toMatchObject({
    mutation: { variables: { input: { ...ids, version: 1, explanation: 'Snow' } } },
  })
})

test('an explanation that is not saved says so, and asks before it is left', async () => {
  const form = <ExplanationForm studyid="study" deviation={stored('Ill', 2)} label="Explain" onDone={() => undefined} />
  const texts = { overview: { explanation: 'Explanation', saveExplanation: 'Save' } }
  for (const each of [false, true]) {
    isChanged = each
    const screen = await draw(form, texts)
    expect(screen.find('[data-guarded]').dataset.guarded).toBe(String(each))
    expect(screen.place.querySelectorAll('[data-unsaved]')).toHaveLength(each ? 1 : 0)
    await screen.close()
  }
})
