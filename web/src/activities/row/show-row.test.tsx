// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import type { RowState } from './row-context.ts'

type Actions = { onAct: (next: RowState) => void }
vi.mock('../../calls/graphql.ts', () => ({ useWrite: () => [() => undefined] }))
vi.mock('../../components/removal/ConfirmRemoval.tsx', () => ({ ConfirmRemoval: () => null }))
vi.mock('./RunningFor.tsx', () => ({ RunningFor: () => null }))
vi.mock('use-intl', async (original) => ({
  ...(await original<typeof import('use-intl')>()),
  useTranslations: () => (key: string) => key,
}))
vi.mock('./PlaceholderActions.tsx', () => ({
  StartActions: ({ onAct }: Actions) => (
    <button type="button" data-row-focus onClick={() => onAct('running')}>
      start
    </button>
  ),
  StopActions: ({ onAct }: Actions) => (
    <button type="button" data-row-focus onClick={() => onAct('recorded')}>
      stop
    </button>
  ),
}))
const { ActivityShowRow } = await import('./ActivityShowRow.tsx')

afterEach(closeAll)

const times = { startTime: 1_790_000_000, stopTime: 1_790_000_060, comment: null, referenceData: [] }
const rowOf = (state: RowState) => (
  <table>
    <tbody>
      <ActivityShowRow
        ref={null}
        subject={{ siteid: 's', studyid: 't', subjectid: 'u' }}
        row={
          {
            key: 'stairs',
            activitytypeid: 'stairs',
            description: 'Stairs',
            repeats: false,
            running: state === 'running' ? times : undefined,
            activity: state === 'recorded' ? { ...times, subjectid: 'u', activitytypeid: 'stairs' } : undefined,
          } as never
        }
        name="Stairs"
        zone="Europe/Oslo"
        worn={undefined}
        isOptional={false}
        isFinal={false}
        isDisabled={false}
        isChanged={false}
        filesButton={null}
        onOpen={() => undefined}
        onSaved={() => undefined}
      />
    </tbody>
  </table>
)
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

/** Presses a button of the row that has the focus, and shows the row in these states, one after another. */
async function pressing(from: RowState, name: string, ...states: RowState[]) {
  const screen = await draw(rowOf(from))
  screen.button(name).focus()
  await screen.press(name)
  for (const state of states) await screen.redraw(rowOf(state))
  return screen
}

test('the focus follows what was asked for', async () => {
  await pressing('none', 'start', 'running')
  expect(focused()).toBe('stop')
  await pressing('running', 'stop', 'recorded')
  expect(focused()).toBe('editNamed')
})

test('also where the row is read between two states', async () => {
  await pressing('running', 'stop', 'none', 'recorded')
  expect(focused()).toBe('editNamed')
})

test('it is not taken from elsewhere, and a colleague’s change moves nothing', async () => {
  const elsewhere = document.createElement('input')
  document.body.append(elsewhere)
  const screen = await pressing('running', 'stop')
  elsewhere.focus()
  await screen.redraw(rowOf('recorded'))
  expect(document.activeElement).toBe(elsewhere)
  await screen.redraw(rowOf('running'))
  expect(document.activeElement).toBe(elsewhere)
  elsewhere.remove()
})
