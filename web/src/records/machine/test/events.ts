import { Failure } from '../../../calls/failures.ts'
import type { Entry, Plan, Stored } from '../entry.ts'
import { initialRecords, type RecordsEvent, type RecordsState, stepRecords } from '../records.ts'
import type { RecordsCommand } from '../saving.ts'

export const record = 'form/s/visit'
export const none: Stored = { version: null, fields: { date: 'today', weight: '', room: '' } }
export const first: Stored = { version: 1, fields: { date: 'monday', weight: '70', room: 'B1' } }
export const at = new Date('2026-10-20T09:30:00Z')
export const kari = { by: 'Kari', at: '2026-10-20T09:00:00Z' }

/** Sends what is typed and the version that it is saved over. */
export const plan: Plan = (fields, over) => ({ mutation: { query: 'save', variables: { fields, over } } })
/** Puts a removed record back first. */
export const planRestoring: Plan = (fields, over) =>
  over === null
    ? { mutation: { query: 'restore', variables: {} }, restores: true }
    : plan(fields, over, { row: undefined, base: {}, added: undefined, isRemoved: false })

export const isArrangement = (key: string) => key === 'order'
export const version = (number: number, fields: Record<string, string>): Stored => ({
  version: number,
  fields: { ...first.fields, ...fields },
})
export const person = (sub: string | undefined): RecordsEvent => ({ type: 'personChanged', sub })
export const shown = (
  stored: Stored | undefined,
  more: Partial<RecordsEvent & { type: 'shown' }> = {},
): RecordsEvent => ({
  type: 'shown',
  record,
  stored,
  blank: none,
  lane: 'subject/s',
  hasAuthors: true,
  isArrangement,
  ...more,
})
export const hidden: RecordsEvent = { type: 'hidden', record }
export const edited = (isOpen: boolean): RecordsEvent => ({ type: 'edited', record, isOpen })
export const typed = (fields: Record<string, string>): RecordsEvent => ({ type: 'typed', record, fields })
export const heard = (stored: Stored): RecordsEvent => ({ type: 'heard', record, stored })
export const checked = (...keys: string[]): RecordsEvent => ({ type: 'checked', record, keys })
export const resolved = (key: string, choice: 'mine' | 'theirs'): RecordsEvent => ({
  type: 'resolved',
  record,
  key,
  choice,
})
export const discarded = (stored: Stored | undefined): RecordsEvent => ({ type: 'discarded', record, stored })
export const saved = (saveid = 1, how: Plan = plan, act = 'save'): RecordsEvent => ({
  type: 'saved',
  record,
  save: { saveid, act, plan: how },
})
export const accepted = (number: number | undefined, key = 'k1'): RecordsEvent => ({
  type: 'accepted',
  record,
  key,
  data: { save: { version: number } },
  at,
})
export const refused = (
  code: string,
  more: { current?: Stored; reason?: string; field?: string } = {},
  key = 'k1',
): RecordsEvent => ({
  type: 'refused',
  record,
  key,
  failures: [
    new Failure({
      code,
      message: code,
      reason: more.reason,
      field: more.field,
      current: more.current && { version: more.current.version ?? 0, ...kari },
    }),
  ],
})
export const readAgain = (key = 'k1'): RecordsEvent => ({ type: 'readAgain', record, key })
export const authorFound = (number: number | undefined): RecordsEvent => ({
  type: 'authorFound',
  record,
  version: number,
  author: kari,
})

export function run(events: readonly RecordsEvent[], from = initialRecords('k')) {
  let state: RecordsState = from
  let last: readonly RecordsCommand[] = []
  const all: RecordsCommand[] = []
  for (const event of events) {
    ;[state, last] = stepRecords(state, event)
    all.push(...last)
  }
  return { state, last, all, entry: state.entries.get(record) }
}

/** The entry of a record that a signed-in person edits, after the events. */
export function after(stored: Stored | undefined, ...events: RecordsEvent[]): Entry {
  const { entry } = run([person('me'), shown(stored), edited(true), ...events])
  if (!entry) throw new Error('The entry is gone')
  return entry
}

/** The commands of the last event. */
export function commandsOf(stored: Stored | undefined, ...events: RecordsEvent[]): readonly RecordsCommand[] {
  return run([person('me'), shown(stored), edited(true), ...events]).last
}

export const withoutKeeping = (commands: readonly RecordsCommand[]) => commands.filter(({ type }) => type !== 'keep')
export const kept = (commands: readonly RecordsCommand[]) =>
  commands.flatMap((command) => (command.type === 'keep' ? [command.draft] : []))
