import type { CatalogueEntry } from './problem-code.ts'

/** The schedule of a study, and the visits of its subjects. */
export const visitsProblems = {
  'visit.unknown': { code: 'NOT_FOUND', sentence: 'This study has no such visit. Reload the page.' },
  'visit.name.twice': {
    code: 'BAD_INPUT',
    sentence: 'Two visits have the name {name}. Give each a name of its own.',
  },
  'visit.twice': { code: 'BAD_INPUT', sentence: 'The visit {name} appears twice. Give it once.' },
  'visit.too-many': {
    code: 'BAD_INPUT',
    sentence: 'A schedule has at most {most} visits. Let a visit repeat instead.',
  },
  'visit.day': {
    code: 'BAD_INPUT',
    sentence: 'The day of {name} is a whole number from -{most} to {most}, or left out. Correct it.',
  },
  'visit.window': {
    code: 'BAD_INPUT',
    sentence: 'The window of {name} is a whole number of days from 0 to {most} on each side. Correct it.',
  },
  'visit.unscheduled': {
    code: 'BAD_INPUT',
    sentence: 'The visit {name} has no day, so it has no window either. Give it a day, or leave the window out.',
  },
  'visit.optional': { code: 'BAD_INPUT', sentence: 'What is optional in the visit {name} must belong to it.' },
  'visit.type.twice': { code: 'BAD_INPUT', sentence: 'A type belongs to the visit {name} twice. Give it once.' },
  'visit.used': {
    code: 'CONFLICT',
    sentence: 'Something recorded belongs to the visit {name}, so it stays in the schedule. Keep the visit.',
  },
  'visit.occurred': {
    code: 'CONFLICT',
    sentence: 'Some subjects have had the visit {name} more than once, so it still repeats. Let it repeat.',
  },
  'visit.added': {
    code: 'CONFLICT',
    sentence: 'Somebody else has added the visit {name} meanwhile. Reload the page, and then change the schedule.',
  },
  'visit.date': { code: 'BAD_INPUT', sentence: 'Give the date as YYYY-MM-DD, such as 2026-10-20.' },
  'visit.missed.reason': { code: 'BAD_INPUT', sentence: 'Say why the visit was missed.' },
  'deviation.missing': {
    code: 'NOT_FOUND',
    sentence: 'This visit no longer deviates from the schedule in this. Reload the page.',
  },
  'visit.once': { code: 'BAD_INPUT', sentence: 'This visit takes place once. Change the one that is there.' },
  'visit.occurrence': { code: 'BAD_INPUT', sentence: 'Visits that repeat are counted from 1 in whole numbers.' },
  'visit.occurrence.next': {
    code: 'BAD_INPUT',
    sentence: 'The next one of this visit is number {next}. Leave the number out to add it.',
  },
  'calendar.days': {
    code: 'BAD_INPUT',
    sentence:
      'A calendar shows from 1 to {most} days. Choose a last day that is not before the first, and within {most} days.',
  },
} as const satisfies Record<string, CatalogueEntry>
