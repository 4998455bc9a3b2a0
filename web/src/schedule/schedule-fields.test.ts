import { merge } from '@casebook/domain/shared/merge/merge.ts'
import { expect, test } from 'vitest'
import {
  adding,
  fieldOf,
  fieldsOfVisits,
  isArrangement,
  keepingOrder,
  marking,
  markOf,
  moving,
  movingActivity,
  planOf,
  removing,
  type StoredVisit,
  visitsOfFields,
  whyNotField,
  whyNotSchedule,
} from './schedule-fields.ts'

const visit = (visitid: string, more: Partial<StoredVisit> = {}): StoredVisit => ({
  ...{ visitid, name: visitid.toUpperCase(), day: 0, daysBefore: 0, daysAfter: 0, repeats: false, version: 1 },
  ...{ formtypeids: [], activitytypeids: [], optionaltypeids: [], inOrder: false },
  ...more,
})
const stored = [
  visit('a', { formtypeids: ['f2', 'f1'], activitytypeids: ['w', 'b', 'a'], inOrder: true }),
  visit('b', { day: 28, daysBefore: 3, daysAfter: 5, version: 4 }),
  visit('c', { day: null, repeats: true }),
]
const base = fieldsOfVisits(stored)
const all = () => true
const keys = (fields: Parameters<typeof visitsOfFields>[0]) => visitsOfFields(fields).map(({ key }) => key)
const merged = (mine: object, theirs: StoredVisit[]) =>
  merge(base, { ...base, ...mine }, fieldsOfVisits(theirs), isArrangement)

test('what is stored is sent as it is while nothing is typed', () => {
  expect(planOf(base, base, all)).toEqual({ visits: stored, removed: [], removedVersions: [] })
})

test('a visit is added, typed, given types, and moved past a removed one', () => {
  const { key, change } = adding(base)
  let mine = { ...base, ...change, [fieldOf(key, 'name')]: 'D', [fieldOf(key, 'day')]: ' −7 ' }
  mine = { ...mine, ...marking(key, 'formtypeids', 'f1', 'asked'), ...removing(mine, 'c') }
  mine = { ...mine, ...moving(mine, key, -1), ...marking('a', 'formtypeids', 'f2', 'none') }
  const { visits, ...rest } = planOf(base, mine, all)
  expect(rest).toEqual({ removed: ['c'], removedVersions: [1] })
  expect(visits).toMatchObject([
    { visitid: 'a', formtypeids: ['f1'] },
    { name: 'D', day: -7, formtypeids: ['f1'] },
    { visitid: 'b', version: 4 },
  ])
  expect(visits[1]).not.toHaveProperty('visitid')
  // A removed visit that is kept after all is where it was; a new one leaves nothing behind.
  expect(keys({ ...mine, [fieldOf('c', 'version')]: '1' })).toEqual(['a', key, 'c', 'b'])
  const without = { ...base, ...change }
  expect(planOf(base, { ...without, ...removing(without, key) }, all)).toEqual({
    visits: stored,
    removed: [],
    removedVersions: [],
  })
})

test('the ends of the schedule move nothing', () => {
  expect(moving(base, 'a', -1)).toEqual({})
  expect(moving(base, 'c', 1)).toEqual({})
})

test('what two people change is merged, also an added visit into another order', () => {
  const { merged: both, questions } = merged({ ...moving(base, 'a', 1), [fieldOf('b', 'day')]: '30' }, [
    visit('a', {
      name: 'Baseline',
      version: 2,
      formtypeids: ['f2', 'f1'],
      activitytypeids: ['w', 'b', 'a'],
      inOrder: true,
    }),
    ...stored.slice(1),
    visit('d'),
  ])
  expect(questions).toEqual([])
  expect(visitsOfFields(both)).toMatchObject([
    { key: 'b', day: '30', version: '4' },
    { key: 'a', name: 'Baseline', version: '2' },
    { key: 'c' },
    { key: 'd' },
  ])
})

test('a visit that is removed here and changed there is a question', () => {
  const { questions } = merged(removing(base, 'b'), [
    ...stored.slice(0, 1),
    visit('b', { day: 35, daysBefore: 3, daysAfter: 5, version: 5 }),
    ...stored.slice(2),
  ])
  expect(questions).toEqual([{ key: 'b/version', base: '4', mine: '', theirs: '5' }])
})

test('a removed type stays where it was and is added nowhere', () => {
  const mine = { ...base, ...marking('b', 'formtypeids', 'f2', 'asked') }
  const { visits } = planOf(base, mine, (id) => id !== 'f2')
  expect(visits.map(({ formtypeids }) => formtypeids)).toEqual([['f2', 'f1'], [], []])
})

test.each([
  [fieldOf('b', 'name'), '', 'b/name'],
  [fieldOf('b', 'name'), ' a ', 'b/name'],
  [fieldOf('b', 'day'), 'soon', 'b/day'],
  [fieldOf('b', 'day'), '', 'b/daysBefore'],
  [fieldOf('b', 'daysBefore'), '-1', 'b/daysBefore'],
  [fieldOf('b', 'daysAfter'), '1.5', 'b/daysAfter'],
])('%s %j is refused beside %s', (field, text, beside) => {
  const mine = { ...base, [field]: text }
  expect(whyNotSchedule(mine)?.field).toBe(beside)
  expect(whyNotField(beside, mine)).toBeDefined()
  expect(whyNotSchedule(base)).toBeUndefined()
})

test('the activities of a visit are moved in their order, and those that are added come last', () => {
  const orderIn = (fields: Parameters<typeof visitsOfFields>[0]) => visitsOfFields(fields)[0]?.activitytypeids
  const [first] = visitsOfFields(base)
  if (!first) throw new Error('There is no visit.')
  let mine = { ...base, ...movingActivity(first, 'a', -1) }
  expect(orderIn(mine)).toEqual(['w', 'a', 'b'])
  mine = {
    ...mine,
    ...marking('a', 'activitytypeids', 'new', 'asked'),
    ...marking('a', 'activitytypeids', 'w', 'none'),
  }
  expect(orderIn(mine)).toEqual(['a', 'b', 'new'])
  expect(movingActivity(first, 'w', -1)).toEqual({})
  const { visits } = planOf(base, { ...mine, ...keepingOrder('a', false) }, all)
  expect(visits[0]).toMatchObject({ activitytypeids: ['a', 'b', 'new'], inOrder: false })
  // Two people who reorder are asked nothing.
  const { questions } = merged(movingActivity(first, 'a', -1), [
    { ...visit('a'), ...stored[0], activitytypeids: ['b', 'a', 'w'] } as StoredVisit,
    ...stored.slice(1),
  ])
  expect(questions).toEqual([])
})

test('a type of a visit is asked for or optional, which goes with it', () => {
  const mine = {
    ...base,
    ...marking('a', 'formtypeids', 'f1', 'optional'),
    ...marking('b', 'formtypeids', 'f1', 'asked'),
  }
  const { visits } = planOf(base, mine, all)
  expect(visits).toMatchObject([{ formtypeids: ['f2', 'f1'], optionaltypeids: ['f1'] }, { optionaltypeids: [] }, {}])
  expect(['a', 'b', 'c'].map((key) => markOf(mine[fieldOf(key, 'formtypeids', 'f1')] ?? ''))).toEqual([
    'optional',
    'asked',
    'none',
  ])
  // Without the type, nothing is optional any more.
  const without = planOf(base, { ...mine, ...marking('a', 'formtypeids', 'f1', 'none') }, all)
  expect(without.visits[0]).toMatchObject({ formtypeids: ['f2'], optionaltypeids: [] })
  const stays = [{ ...visit('a'), ...stored[0], optionaltypeids: ['w'] } as StoredVisit, ...stored.slice(1)]
  expect(planOf(fieldsOfVisits(stays), fieldsOfVisits(stays), all).visits).toEqual(stays)
})
