// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { formsEn } from '../forms/messages.en.ts'
import { closeAll, draw } from '../records/test/screen.tsx'
import { devicesEn } from './messages.en.ts'

const worn = (subjectid: string, from: string, to: string) => ({
  studyid: 'y',
  study: 'Mobility',
  subjectid,
  identifier: subjectid,
  worn: { position: 'CHEST', place: null, from, to },
})
const listWearers = [
  worn('S-1', '2026-10-20T08:00:00Z', '2026-10-20T10:00:00Z'),
  worn('S-2', '2026-10-21T08:00:00Z', '2026-10-21T10:00:00Z'),
]
vi.mock('../calls/graphql.ts', () => ({ useRead: () => ({ data: { listWearers }, isReading: false }) }))
vi.mock('../browser/time-zones.ts', () => ({ studyZone: () => 'Europe/Oslo' }))
vi.mock('../components/buttons/Link.tsx', () => ({ Link: ({ children }: { children: unknown }) => children }))
vi.mock('../components/page/ReadingBar.tsx', () => ({ ReadingBar: () => null }))
vi.mock('../components/page/SidePanel.tsx', () => ({ SidePanel: ({ children }: { children: unknown }) => children }))
vi.mock('../subjects/record/position-text.ts', () => ({ usePositionText: () => () => 'chest' }))
const { WornPanel } = await import('./WornPanel.tsx')

afterEach(closeAll)

async function typed(text: string) {
  const panel = <WornPanel siteid="oslo" deviceid="D1" onClose={() => undefined} />
  const screen = await draw(panel, { devices: devicesEn, forms: formsEn })
  const input = screen.find('input[name=day]') as HTMLInputElement
  await screen.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const wearers = () => [...screen.place.querySelectorAll('li')].map(({ textContent }) => textContent?.slice(0, 3))
  const error = () => input.getAttribute('aria-invalid')
  const before = error()
  await screen.doing(() => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  return { ...screen, input, wearers, error, before }
}

test.each(['2026-10-20', '20.10.2026', '20261020', '20102026'])(
  'Enter after the day %s shows who wore the device then',
  async (text) => {
    const { input, wearers, error } = await typed(text)
    expect(input.value).toBe('2026-10-20')
    expect(wearers()).toEqual(['S-1'])
    expect(error()).toBeNull()
  },
)

test('a text that is no day is told at the field, once it is finished', async () => {
  const { before, error, text, wearers } = await typed('20261399')
  expect(before).toBeNull()
  expect(error()).toBe('true')
  expect(text()).toContain(devicesEn.wornOnUnknown)
  expect(wearers()).toEqual(['S-1', 'S-2'])
})
