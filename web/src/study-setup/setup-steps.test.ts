import { expect, test } from 'vitest'
import { countPeople, nextStep, type SetupCounts } from './setup-steps.ts'

const nothing: SetupCounts = { devices: 0, formtypes: 0, activitytypes: 0, visits: 0, people: 0, subject: 0 }

test('the first step that has nothing comes next; visits are not waited for', () => {
  expect(nextStep(nothing, true)).toBe('devices')
  expect(nextStep({ ...nothing, devices: 2 }, true)).toBe('formtypes')
  expect(nextStep({ ...nothing, devices: 2, formtypes: 1, activitytypes: 1 }, true)).toBe('people')
  expect(nextStep({ ...nothing, devices: 2, formtypes: 1, activitytypes: 1, people: 1 }, true)).toBe('subject')
})

test('what a person cannot know is not waited for, and a first subject ends it', () => {
  expect(nextStep({ ...nothing, devices: 2, formtypes: 1, activitytypes: 1, people: undefined }, true)).toBe('subject')
  expect(nextStep({ ...nothing, subject: 1 }, true)).toBeUndefined()
})

test('devices, which only administrators add, are not waited for by others', () => {
  expect(nextStep(nothing, false)).toBe('formtypes')
  expect(nextStep({ ...nothing, formtypes: 1, activitytypes: 1 }, false)).toBe('subject')
})

test('people who record at the site are counted, also those of all sites', () => {
  const person = { groups: ['hp'], all_sites: false, sites: ['oslo'] }
  const people = [
    person,
    { ...person, sites: [], all_sites: true },
    { ...person, sites: ['bergen'] },
    { ...person, groups: [] },
  ]
  expect(countPeople(people, 'oslo')).toBe(2)
})
