import { readFileSync } from 'node:fs'
import { groups } from '@casebook/domain/shared/groups.ts'
import { whyNotTransition } from '@casebook/domain/subjects/subjects.rules.ts'
import { expect, test } from 'vitest'
import {
  aheadAndBehind,
  countOf,
  enrolmentLine,
  type Figures,
  readCounted,
  sumFigures,
  viewOf,
  waiting,
} from './figures.ts'

const figures: Figures = {
  open: 3,
  closed: 2,
  deleted: 0,
  formsMissing: 1,
  activitiesMissing: 1,
  filesMissing: 0,
  visitsMissing: 0,
  uploading: 0,
  warned: 1,
  complete: 1,
  addedLately: 2,
  changedLately: 4,
  closedLately: 1,
  enrolment: [
    { week: '2026-10-05', added: 3 },
    { week: '2026-10-26', added: 2 },
  ],
}

test('the figures of a site are the sums of its studies, week by week', () => {
  const other = { ...figures, open: 10, enrolment: [{ week: '2026-10-12', added: 10 }, ...figures.enrolment.slice(1)] }
  expect(sumFigures([figures, other])).toMatchObject({
    open: 13,
    closed: 4,
    enrolment: [
      { week: '2026-10-05', added: 3 },
      { week: '2026-10-12', added: 10 },
      { week: '2026-10-26', added: 4 },
    ],
  })
  expect(sumFigures([])).toMatchObject({ open: 0, enrolment: [] })
})

test('enrolment rises only in weeks in which somebody was added, and continues until today', () => {
  expect(enrolmentLine(figures.enrolment, new Date('2026-11-21T10:00:00Z'))).toEqual([
    { day: '2026-10-05', total: 0 },
    { day: '2026-10-12', total: 3 },
    { day: '2026-10-26', total: 3 },
    { day: '2026-11-02', total: 5 },
    { day: '2026-11-21', total: 5 },
  ])
  expect(enrolmentLine(figures.enrolment.slice(0, 1), new Date('2026-10-07T10:00:00Z'))).toEqual([
    { day: '2026-10-05', total: 0 },
    { day: '2026-10-07', total: 3 },
  ])
  expect(enrolmentLine([], new Date())).toEqual([])
})

test('every number of the overview has its count and its list, and is known by its word in the address', () => {
  expect(countOf({ ...figures, deleted: 2 }, 'deleted')).toBe(2)
  expect(viewOf('deleted')).toEqual({ status: 'DELETED' })
  expect(countOf(figures, 'enrolled')).toBe(5)
  expect(viewOf('enrolled')).toEqual({})
  expect(countOf(figures, 'week-2026-10-26')).toBe(2)
  expect(countOf(figures, 'week-2026-10-19')).toBe(0)
  expect(viewOf('week-2026-10-26')).toEqual({ added: { from: '2026-10-26', to: '2026-11-01' } })
  for (const word of ['deleted', 'warned', 'enrolled', 'week-2026-10-26']) expect(readCounted(word)).toBe(word)
  for (const word of [null, '', 'enrolment', 'week-', 'week-2026-13-01', 'constructor'])
    expect(readCounted(word)).toBeUndefined()
})

test('the groups that something waits for are those that may do it', () => {
  const allowed = (feature: string, operation: string) => {
    const path = new URL(`../../../domain/src/${feature}/${feature}.graphql`, import.meta.url)
    const found = new RegExp(`\\b${operation}\\([^@]*@allow\\(groups: (\\[[^\\]]*\\])`).exec(readFileSync(path, 'utf8'))
    return JSON.parse(found?.[1] ?? '[]').toSorted()
  }
  const doneBy = {
    formsMissing: allowed('forms', 'addForm'),
    activitiesMissing: allowed('activities', 'addActivity'),
    filesMissing: allowed('reference-data', 'addReferenceData'),
    visitsMissing: allowed('visits', 'updateSubjectVisit'),
    warned: allowed('activities', 'updateActivity'),
    complete: groups.filter((group) => !whyNotTransition('OPEN', 'CLOSED', [group])).toSorted(),
  }
  const said = waiting.flatMap(({ who, names }) =>
    who === 'uploader' ? [] : names.map((name) => [name, who.toSorted()] as const),
  )
  expect(Object.fromEntries(said)).toEqual(doneBy)
})

test('open subjects with most and least done are named, nobody twice', () => {
  const subject = (name: string, cells: string, status = 'OPEN') => ({ name, status, facts: { cells } })
  const names = (subjects: ReturnType<typeof subject>[], most = 3) => {
    const { ahead, behind } = aheadAndBehind(subjects, most)
    return [ahead, behind].map((each) => each.map((one) => `${one.subject.name} ${one.done}`))
  }
  const all = [subject('a', 'D--'), subject('b', 'DDH'), subject('c', 'DDD', 'CLOSED'), subject('d', '---')]
  expect(names(all)).toEqual([['b 2'], ['d 0']])
  expect(names([...all, subject('e', 'DDD')], 1)).toEqual([['e 3'], ['d 0']])
  expect(names([subject('a', 'D-'), subject('b', '-D')])).toEqual([[], []])
  expect(names([subject('a', 'D-')])).toEqual([[], []])
  expect(names([])).toEqual([[], []])
})
