// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'

vi.mock('use-intl', async (original) => ({
  ...(await original<typeof import('use-intl')>()),
  useTranslations: () =>
    Object.assign((key: string, { count }: { count?: number } = {}) => `${key} ${count ?? ''}`, {
      rich: (_: string, { deviceid }: { deviceid: string }) => deviceid,
    }),
}))
const { WornTwice } = await import('./WornTwice.tsx')

afterEach(closeAll)

const twiceOf = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    studyid: 'study',
    study: 'Sleep',
    subjectid: `subject ${place}`,
    identifier: `S-${place}`,
    worn: { deviceid: `A${place}`, from: null, to: null },
  }))

async function shown(count: number) {
  await closeAll()
  await draw(<WornTwice twice={twiceOf(count)} zone="Europe/Oslo" />)
  return [
    document.querySelectorAll('ul[aria-label] > li').length,
    document.querySelector('details summary')?.textContent,
    document.querySelectorAll('details li').length,
  ]
}

test('of many devices on two people three are shown, and the rest is opened by a press', async () => {
  expect(await shown(0)).toEqual([0, undefined, 0])
  expect(await shown(4)).toEqual([4, undefined, 0])
  expect(await shown(7)).toEqual([3, 'wornTwiceMore 4', 4])
})
