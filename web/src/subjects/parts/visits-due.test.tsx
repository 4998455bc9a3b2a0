// @vitest-environment happy-dom
import type { VisitStanding } from '@casebook/domain/visits/due.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { visitsEn } from '../visits/messages.en.ts'
import { VisitsDue } from './VisitsDue.tsx'

afterEach(closeAll)

type Parts = Parameters<typeof VisitsDue>[0]['parts']

function part(name: string, standing: VisitStanding, lacks: string[] = []) {
  const visit = { name, earliestDate: '2026-11-20', latestDate: '2026-11-30' }
  return { key: name, visit, standing, lacks }
}

async function said(parts: Parts, onShow = vi.fn()) {
  const { place, press } = await draw(<VisitsDue parts={parts} onShow={onShow} />, { visits: visitsEn })
  return { lines: [...place.querySelectorAll('li, p')].map(({ textContent }) => textContent), press, onShow }
}

test('what is late, due or begun waits for somebody, in the order of the schedule', async () => {
  const { lines, press, onShow } = await said([
    part('Baseline', 'done'),
    part('Week 1', 'late'),
    part('Week 4', 'begun', ['Diary', 'Walk']),
    part('Week 6', 'begun'),
    part('Week 8', 'due'),
    part('Week 12', 'missed'),
  ])
  expect(lines).toEqual([
    'Week 1Lateuntil 30 Nov 2026',
    'Week 4BegunMissing: Diary, Walk',
    'Week 6Begun',
    'Week 8Dueuntil 30 Nov 2026',
  ])
  await press('Week 4')
  expect(onShow).toHaveBeenCalledExactlyOnceWith('Week 4')
})

test('without any, which visit is next', async () => {
  const { lines } = await said([part('Baseline', 'done'), part('Week 1', 'planned')])
  expect(lines).toEqual(['Nothing is due now. Next: Week 1, from 20 Nov 2026.'])
})
