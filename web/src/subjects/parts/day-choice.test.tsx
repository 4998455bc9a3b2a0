// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import type { DayLayout } from '../day/day-layout.ts'
import type { RecordedActivity } from '../day/recorded-files.ts'

vi.mock('use-intl', async (original) => ({
  ...(await original<typeof import('use-intl')>()),
  useTranslations: () => (key: string, params?: object) => `${key}${params ? ` ${Object.values(params)}` : ''}`,
  useFormatter: () => ({ dateTime: (date: Date) => date.toISOString().slice(0, 10) }),
}))
const { DayChoice } = await import('../day/DayChoice.tsx')

afterEach(closeAll)

const dayOf = (day: string, ...keys: string[]) =>
  ({ day, activities: keys.map((key) => ({ of: { key } })) }) as unknown as DayLayout<RecordedActivity>
const days = [dayOf('2026-10-20', 'walk'), dayOf('2026-10-21', 'stairs', 'rest'), dayOf('2026-10-22')]
const box = (left: number, right: number) => ({ left, right }) as DOMRect

test('the days of a visit stand in one line, with what they have and what is to be checked', async () => {
  const onChoose = vi.fn()
  const warned = new Set(['rest'])
  await draw(<DayChoice days={days} warned={warned} chosen="2026-10-22" onChoose={onChoose} />)
  const buttons = [...document.querySelectorAll('button')]
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    ...['2026-10-20activityCount 1', '2026-10-21activityCount 2', '2026-10-22activityCount 0'],
  ])
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true'])
  expect(buttons.map((button) => button.querySelectorAll('[aria-label="warnings"]').length)).toEqual([0, 1, 0])
  buttons[0]?.click()
  expect(onChoose).toHaveBeenCalledWith('2026-10-20')
})

test('the day that is shown is in view where the line is longer than the screen is wide', async () => {
  const places = new Map([
    ['2026-10-20', box(-150, -10)],
    ['2026-10-21', box(0, 140)],
    ['2026-10-22', box(150, 420)],
  ])
  const rect = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const [, place] = [...places].find(([day]) => this.textContent.startsWith(day) && this.tagName === 'BUTTON') ?? []
    return place ?? box(0, 390)
  })
  const scrolled = async (chosen: string) => {
    await closeAll()
    await draw(<DayChoice days={days} warned={new Set()} chosen={chosen} onChoose={() => undefined} />)
    return document.querySelector('ul')?.scrollLeft
  }
  try {
    expect(await scrolled('2026-10-22')).toBe(30)
    expect(await scrolled('2026-10-21')).toBe(0)
    expect(await scrolled('2026-10-20')).toBe(-150)
  } finally {
    rect.mockRestore()
  }
})
