import { expect, test } from 'vitest'
import { type DraftEvent, type DraftState, reduceDraft, type Stored, versionToSaveOver } from './draft-machine.ts'

type Kind = DraftState['kind']
type Type = DraftEvent['type']

const none: Stored = { version: null, fields: { weight: '', room: '' } }
const first: Stored = { version: 1, fields: { weight: '70', room: 'B1' } }
const second: Stored = { version: 2, fields: { weight: '72', room: 'B2' } }
const mine = { weight: '75', room: 'B1' }
const asked = { weight: { base: '70', version: 2 } }
const typed = { base: first, mine, asked: {} }

/** A state of each kind, and others that answer differently. */
const states = {
  untouched: { kind: 'editing', ...typed, mine: first.fields },
  editing: { kind: 'editing', ...typed },
  asking: { kind: 'editing', base: second, mine: { weight: '75', room: 'B2' }, asked },
  removed: { kind: 'removed', ...typed, empty: none },
  saving: { kind: 'saving', ...typed, sent: mine, newest: first, before: 'editing' },
  savingOverHeard: { kind: 'saving', ...typed, sent: mine, newest: second, before: 'editing' },
  puttingBack: { kind: 'saving', ...typed, sent: mine, newest: none, before: 'removed' },
} satisfies { [K in Kind]: DraftState & { kind: K } } & Record<string, DraftState>

/** An event of each type, and others of it. */
const events = {
  typed: { type: 'typed', fields: { weight: '76' } },
  heard: { type: 'heard', stored: second },
  heardRemoved: { type: 'heard', stored: none },
  answered: { type: 'answered', key: 'weight', choice: 'theirs' },
  answeredMine: { type: 'answered', key: 'weight', choice: 'mine' },
  sent: { type: 'sent' },
  accepted: { type: 'accepted', version: 3 },
  refused: { type: 'refused' },
  discarded: { type: 'discarded', stored: second },
} satisfies { [T in Type]: DraftEvent & { type: T } } & Record<string, DraftEvent>

/**
 * The result of each event in each state: its kind and the version to save over; what the editor shows; what is asked; and
 * the version that waits for the outcome of a save. '-' changes nothing.
 */
const transitions: Record<keyof typeof states, Record<keyof typeof events, string>> = {
  untouched: {
    typed: 'editing 1: 76 B1',
    heard: 'editing 2: 72 B2',
    heardRemoved: 'removed new: 70 B1',
    answered: '-',
    answeredMine: '-',
    sent: 'saving 1: 70 B1 newest 1',
    accepted: '-',
    refused: '-',
    discarded: 'editing 2: 72 B2',
  },
  editing: {
    typed: 'editing 1: 76 B1',
    heard: 'editing 2: 75 B2 weight?',
    heardRemoved: 'removed new: 75 B1',
    answered: '-',
    answeredMine: '-',
    sent: 'saving 1: 75 B1 newest 1',
    accepted: '-',
    refused: '-',
    discarded: 'editing 2: 72 B2',
  },
  asking: {
    typed: 'editing 2: 76 B2 weight?',
    heard: '-',
    heardRemoved: 'removed new: 75 B2 weight?',
    answered: 'editing 2: 72 B2',
    answeredMine: 'editing 2: 75 B2',
    sent: '-',
    accepted: '-',
    refused: '-',
    discarded: 'editing 2: 72 B2',
  },
  removed: {
    typed: 'removed new: 76 B1',
    heard: 'editing 2: 75 B2 weight?',
    heardRemoved: '-',
    answered: '-',
    answeredMine: '-',
    sent: 'saving 1: 75 B1 newest none',
    accepted: '-',
    refused: '-',
    discarded: 'editing 2: 72 B2',
  },
  saving: {
    typed: 'saving 1: 76 B1 newest 1',
    heard: 'saving 1: 75 B1 newest 2',
    heardRemoved: 'saving 1: 75 B1 newest none',
    answered: '-',
    answeredMine: '-',
    sent: '-',
    accepted: 'editing 3: 75 B1',
    refused: 'editing 1: 75 B1',
    discarded: 'editing 2: 72 B2',
  },
  savingOverHeard: {
    typed: 'saving 1: 76 B1 newest 2',
    heard: '-',
    heardRemoved: 'saving 1: 75 B1 newest none',
    answered: '-',
    answeredMine: '-',
    sent: '-',
    accepted: 'editing 3: 75 B1',
    refused: 'editing 2: 75 B2 weight?',
    discarded: 'editing 2: 72 B2',
  },
  puttingBack: {
    typed: 'saving 1: 76 B1 newest none',
    heard: 'saving 1: 75 B1 newest 2',
    heardRemoved: '-',
    answered: '-',
    answeredMine: '-',
    sent: '-',
    accepted: 'editing 3: 75 B1',
    refused: 'removed new: 75 B1',
    discarded: 'editing 2: 72 B2',
  },
}

function summary(state: DraftState): string {
  const questions = Object.keys(state.asked).map((key) => `${key}?`)
  const newest = state.kind === 'saving' ? [`newest ${state.newest.version ?? 'none'}`] : []
  const { weight, room } = state.mine
  return [`${state.kind} ${versionToSaveOver(state) ?? 'new'}:`, weight, room, ...questions, ...newest].join(' ')
}

const cases = Object.entries(transitions).flatMap(([state, row]) =>
  Object.entries(row).map(([event, expected]) => [state, event, expected] as const),
) as [keyof typeof states, keyof typeof events, string][]

test.each(cases)('%s: %s leads to %s', (name, event, expected) => {
  const state: DraftState = states[name]
  const next = reduceDraft(state, events[event])
  if (expected === '-') return expect(next).toEqual(state)
  expect(next).not.toEqual(state)
  expect(summary(next)).toBe(expected)
})
