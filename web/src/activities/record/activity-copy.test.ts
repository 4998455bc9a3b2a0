import { expect, test, vi } from 'vitest'
import type { Known } from '../../records/machine/entry.ts'
import type { ActivityRecord } from './activity-record.ts'
import { fieldsOfActivity } from './typed-activity.ts'

vi.mock('../../browser/time-zones.ts', () => ({ studyZone: () => 'Europe/Oslo' }))
vi.mock('../../records/records.ts', () => ({ records: {} }))
const { activityCopy, newActivityCopy } = await import('./activity-copy.ts')

const ids = { siteid: 'oslo', studyid: 't', subjectid: 's' }
const walk = { activitytypeid: 'walk', description: 'Walk', repeats: true }
const stairs = { activitytypeid: 'stairs', description: 'Stairs', repeats: false }
const time = (text: string) => ({ text, isSecond: false })
const typed = (activitytypeid: string) =>
  fieldsOfActivity({ activitytypeid, start: time('2026-10-20 09:50'), stop: time('2026-10-20 10:00'), comment: '' })
type Of = Parameters<ReturnType<typeof activityCopy>['plan']>[2]
const known = (more: Partial<Of> = {}): Of => ({
  row: { activity: undefined, day: '2026-10-20', recorded: [], offered: [walk, stairs], visits: [] },
  base: {},
  added: undefined,
  isRemoved: false,
  ...more,
})

/** What a save sends: the mutation's name, and the members of its input or variables that say which one is meant. */
function sent(copy: ReturnType<typeof activityCopy>, type: string, over: number | null, more?: Partial<Known>) {
  const planned = copy.plan(typed(type), over, known(more as Partial<Of>))
  if (planned instanceof Error) throw planned
  const { query, variables } = planned.mutation
  const of: Record<string, unknown> = { ...variables, ...(variables.input as object) }
  const [, name] = /mutation (\w+)/.exec(query) ?? []
  const { activitytypeid, visitid, occurrence, version } = of
  return [name, { activitytypeid, visitid, occurrence, version }]
}

test('of a type that does not repeat, a save says as little as ever', () => {
  const copy = activityCopy(ids, 'stairs')
  expect(copy).toMatchObject({ record: 'activity/s/stairs', onlyAdds: false })
  expect(sent(copy, 'stairs', null)).toEqual(['AddActivity', { activitytypeid: 'stairs' }])
  expect(sent(copy, 'stairs', 3)).toEqual(['UpdateActivity', { activitytypeid: 'stairs', version: 3 }])
  expect(sent(copy, 'stairs', null, { isRemoved: true })).toEqual(['AddActivity', { activitytypeid: 'stairs' }])
})

test('of a type that repeats, a change says which one, and what a colleague removed is put back first', () => {
  const copy = activityCopy(ids, 'walk~2')
  const which = { activitytypeid: 'walk', visitid: null, occurrence: 2 }
  expect(sent(copy, 'walk', 3)).toEqual(['UpdateActivity', { ...which, version: 3 }])
  expect(sent(copy, 'walk', null, { isRemoved: true })).toEqual(['PutBackActivity', which])
  expect(sent(activityCopy(ids, 'walk'), 'walk', 3)).toEqual([
    'UpdateActivity',
    { ...which, occurrence: 1, version: 3 },
  ])
})

test('the next one has no number until the server gives it one, after a lost answer too', () => {
  const copy = activityCopy(ids, 'walk~next')
  expect(copy.onlyAdds).toBe(true)
  expect(sent(copy, 'walk', null)).toEqual(['AddActivity', { activitytypeid: 'walk' }])
  const added = {
    data: { addActivity: { activitytypeid: 'walk', visitid: null, occurrence: 4, version: 1 } },
    version: 1,
  }
  const corrected = ['UpdateActivity', { activitytypeid: 'walk', occurrence: 4, version: 1 }]
  expect(sent(copy, 'walk', 1, { added })).toEqual(corrected)
  expect(sent(newActivityCopy(ids), 'walk', 1, { added })).toEqual(corrected)
})

test('what was added with another type is taken back by its number, if nobody worked with it', () => {
  const added = {
    data: { addActivity: { activitytypeid: 'walk', visitid: null, occurrence: 2, version: 1 } },
    version: 1,
  }
  const second = {
    activitytypeid: 'walk',
    visitid: null,
    occurrence: 2,
    version: 1,
    activitytype: walk,
    referenceData: [],
  }
  const recorded = [{ ...second, occurrence: 1 }, second] as unknown as ActivityRecord[]
  const row = { activity: undefined, day: '2026-10-20', recorded, offered: [walk, stairs] }
  expect(sent(newActivityCopy(ids), 'stairs', null, { row, added })).toEqual([
    'RemoveActivity',
    { activitytypeid: 'walk', visitid: null, occurrence: 2 },
  ])
})

test('in a visit, a save says which visit', () => {
  const copy = activityCopy(ids, 'stairs~1~v')
  expect(sent(copy, 'stairs', null)).toEqual(['AddActivity', { activitytypeid: 'stairs', visitid: 'v', occurrence: 1 }])
  expect(sent(copy, 'stairs', 2)).toEqual([
    'UpdateActivity',
    { activitytypeid: 'stairs', visitid: 'v', occurrence: 1, version: 2 },
  ])
})
