// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { removedEn } from '../messages.en.ts'
import type { Chosen } from './one-by-one.ts'

vi.mock('../../calls/graphql.ts', () => ({ rereadShown: async () => undefined }))
vi.mock('../../locale/failure-text.ts', () => ({ useFailureText: () => String }))
const { ChosenAct } = await import('./ChosenAct.tsx')

afterEach(closeAll)

const a1 = { key: 'A1', name: 'A1', version: 1 }
const a2 = { key: 'A2', name: 'A2', version: 4 }

async function drawChosen(...all: Chosen[]) {
  const acted: Chosen[] = []
  const act = (listed: readonly Chosen[]) => (
    <ChosenAct
      all={listed}
      text="Remove"
      question={(count) => `Remove ${count}?`}
      note="They can be put back."
      act={async (chosen) => acted.push(chosen)}
    />
  )
  const screen = await draw(act(all), { removed: removedEn })
  return { acted, screen, list: (...listed: Chosen[]) => screen.redraw(act(listed)) }
}

test('acts on what was shown when it asked, not on what came while the question stood', async () => {
  const { acted, screen, list } = await drawChosen(a1, a2)
  await screen.press('Remove')
  await list({ ...a1, version: 2 }, a2, { key: 'A3', name: 'A3', version: 1 })
  expect(screen.text()).toContain('Remove 2?')
  await screen.press('Remove')
  expect(acted).toEqual([a1, a2])
})

test('asked again, it acts on what is shown then', async () => {
  const { acted, screen, list } = await drawChosen(a1)
  await screen.press('Remove')
  await list({ ...a1, version: 2 })
  await screen.press('Keep')
  await screen.press('Remove')
  await screen.press('Remove')
  expect(acted).toEqual([{ ...a1, version: 2 }])
})
