import { expect, test } from 'vitest'
import { forgetPerson } from '../browser/forgetting.ts'
import { noteOpened, readOpened } from './opened.ts'

test('pages of studies and subjects are kept with their names, latest first, and forgotten at sign-out', () => {
  noteOpened('/studies/a', 'Study: Sleep · Casebook', 'oslo')
  noteOpened('/studies/a/subjects/1/formtypes/x', 'Subject: S-1: left (identifier) · Casebook', 'oslo')
  noteOpened('/profile', 'Profile · Casebook', 'oslo')
  noteOpened('/studies/a/subjects/2', 'Casebook', 'oslo')
  expect(readOpened()).toEqual([
    { kind: 'subject', path: '/studies/a/subjects/1', name: 'S-1: left', siteid: 'oslo' },
    { kind: 'study', path: '/studies/a', name: 'Sleep', siteid: 'oslo' },
  ])
  noteOpened('/studies/a', 'Study: Sleep · Casebook', 'oslo')
  expect(readOpened().map(({ kind }) => kind)).toEqual(['study', 'subject'])
  for (let study = 0; study < 20; study += 1) noteOpened(`/studies/${study}`, `Study: ${study} · Casebook`, 'oslo')
  expect(readOpened()).toHaveLength(8)
  forgetPerson('somebody')
  expect(readOpened()).toEqual([])
})
