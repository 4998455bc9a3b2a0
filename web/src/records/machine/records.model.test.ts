import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import type { Mutation } from '../../calls/outbox/outbox.ts'
import { draftText, parseDraft } from '../kept/drafts/kept.ts'
import { type Draft, type Entry, isChanged, type Plan, type Planned, type Stored, versionToSaveOver } from './entry.ts'
import { initialRecords, type RecordsEvent, stepRecords } from './records.ts'
import type { RecordsCommand } from './saving.ts'

const record = 'form/s/visit'
const keys = ['date', 'weight', 'room']
const empty: Stored = { version: null, fields: { date: 'today', weight: '', room: '' } }
const filled: Stored = { version: 1, fields: { date: 'monday', weight: '70', room: 'B1' } }

type Sent = { fields: Fields; over: number | null; isRestore: boolean }
type Call = RecordsCommand & { type: 'call' }

/** A write may come back as it was stored. */
const sentBy = ({ mutation }: { mutation: Mutation }) => mutation.variables as Sent

/** Puts a removed record back before it saves, or adds it anew. */
const planOf =
  (restores: boolean): Plan =>
  (fields, over, { base }) => {
    const isRestore = restores && over === null && base !== empty.fields
    return { mutation: { query: '', variables: { fields, over, isRestore } }, restores: isRestore }
  }

/**
 * A server that refuses changes not based on its newest version and remembers each key, a network that loses answers, a
 * colleague, and the person under test, whose page may be loaded again at any moment.
 */
class World {
  state = initialRecords('a-')
  stored: Stored
  /** The record as it was when it was removed. */
  removed: Fields | undefined
  /** The last version that the person under test wrote. */
  ownVersion = 0
  /** Versions are never reused, even if the record is added again. */
  version = 1
  kept = new Map<string, string>()
  waiting: Call[] = []
  /** Results by idempotency key. */
  done = new Map<string, number>()
  reading: string[] = []
  restores: boolean
  pages = 0
  /** What the person wants in a field, until it is stored, discarded, or given up for the colleague's value. */
  wanted = new Map<string, string>()
  /** Everything that was typed, and what editors begin with. */
  everTyped = new Set(keys.flatMap((key) => [empty, filled].map(({ fields }) => `${key} ${fieldValue(fields, key)}`)))
  saves = 0

  constructor(stored: Stored, restores: boolean) {
    this.stored = stored
    this.restores = restores
    this.open()
  }

  get entry(): Entry {
    const entry = this.state.entries.get(record)
    if (!entry) throw new Error('The entry is gone')
    return entry
  }

  open() {
    this.dispatch({ type: 'personChanged', sub: 'me' })
    this.dispatch({
      type: 'shown',
      record,
      stored: this.stored,
      blank: empty,
      lane: 's',
      hasAuthors: true,
      isArrangement: () => false,
    })
    this.dispatch({ type: 'edited', record, isOpen: true })
  }

  dispatch(event: RecordsEvent) {
    const before = this.state.entries.get(record)
    const [state, commands] = stepRecords(this.state, event)
    this.state = state
    for (const command of commands) this.run(command)
    const after = this.state.entries.get(record)
    if (before && after) this.followMerge(before, after)
  }

  /** What the person sees as theirs after a merge: a field whose value they never typed is not wanted any more. */
  followMerge(before: Entry, after: Entry) {
    if (before.base === after.base) return
    for (const [key, value] of this.wanted)
      if (fieldValue(after.base.fields, key) === value && !Object.hasOwn(after.asked, key)) this.wanted.delete(key)
  }

  run(command: RecordsCommand) {
    switch (command.type) {
      case 'load': {
        const text = this.kept.get(record)
        const draft = text === undefined ? undefined : parseDraft(text)
        const drafts = new Map<string, Draft>(draft ? [[record, draft]] : [])
        this.dispatch({ type: 'loaded', sub: command.sub, drafts })
        break
      }
      case 'keep':
        if (command.draft) this.kept.set(command.record, draftText(command.draft))
        else this.kept.delete(command.record)
        break
      case 'call':
        this.waiting.push(command)
        break
      case 'readAgain':
        this.reading.push(command.key)
        break
      default:
    }
  }

  hear() {
    this.dispatch({ type: 'heard', record, stored: this.stored })
  }

  type(key: string, value: string) {
    this.everTyped.add(`${key} ${value}`)
    const { mine, base, sending } = this.entry
    if (fieldValue(mine, key) === value) return
    this.dispatch({ type: 'typed', record, fields: { [key]: value } })
    // Back to the stored value: nothing is wanted, unless another is on its way to be stored.
    const isBack = fieldValue(base.fields, key) === value
    // A refused save stores nothing.
    const onItsWay = sending?.answer?.isAccepted === false ? undefined : sending
    if (isBack && (!onItsWay || fieldValue(onItsWay.write.sent, key) === value)) this.wanted.delete(key)
    else this.wanted.set(key, value)
  }

  resolve(key: string, choice: 'mine' | 'theirs') {
    const isOpen = !this.entry.sending && Object.hasOwn(this.entry.asked, key)
    this.dispatch({ type: 'resolved', record, key, choice })
    if (isOpen && choice === 'theirs') this.wanted.delete(key)
  }

  discard() {
    this.dispatch({ type: 'discarded', record, stored: this.stored })
    this.wanted.clear()
  }

  colleagueWrites(key: string, value: string) {
    this.store({ ...this.stored.fields, [key]: value })
  }

  store(fields: Fields) {
    this.version += 1
    this.stored = { version: this.version, fields }
  }

  colleagueRemoves() {
    if (this.stored.version !== null) this.removed = this.stored.fields
    this.stored = empty
  }

  save() {
    this.saves += 1
    const save = { saveid: this.saves, act: 'save', plan: planOf(this.restores) }
    this.dispatch({ type: 'saved', record, save })
  }

  /** The server handles the oldest write. `isLost`: its answer does not arrive. */
  answer(isLost: boolean) {
    const call = this.waiting.shift()
    if (!call) return
    const sent = sentBy(call.planned)
    const failure = this.done.has(call.key) ? undefined : this.handle(call.key, sent)
    const { key } = call
    if (isLost || failure) this.forgetReverted()
    if (isLost) {
      const failures = [new Failure({ code: 'NETWORK', message: '' })]
      this.dispatch({ type: 'refused', record, key, failures })
    } else if (failure) {
      this.dispatch({ type: 'refused', record, key, failures: [failure] })
    } else {
      const version = this.done.get(key)
      // What is stored may be changed by the colleague.
      for (const [each, value] of this.wanted) if (fieldValue(sent.fields, each) === value) this.wanted.delete(each)
      this.dispatch({ type: 'accepted', record, key, data: { save: { version } }, at: new Date(0) })
    }
  }

  /** A field that is back at the stored value, when nothing is on its way to change that. */
  forgetReverted() {
    const { base, sending } = this.entry
    if (!sending) return
    for (const [key, value] of this.wanted) if (fieldValue(base.fields, key) === value) this.wanted.delete(key)
  }

  handle(key: string, { fields, over, isRestore }: Sent): Failure | undefined {
    const current = { version: this.stored.version ?? 0, by: 'colleague', at: '' }
    if (isRestore) {
      if (this.stored.version !== null) return new Failure({ code: 'NOT_FOUND', message: '' })
      this.store(this.removed ?? filled.fields)
      this.done.set(key, this.version)
      return undefined
    }
    if (over !== this.stored.version) {
      if (this.stored.version === null) return new Failure({ code: 'NOT_FOUND', message: '' })
      return new Failure({ code: over === null ? 'ALREADY_EXISTS' : 'CONFLICT', message: '', current })
    }
    // Nothing that the person did not type, in this page or an earlier one, is reverted.
    if (over !== null && over !== this.ownVersion) {
      for (const each of keys) {
        if (fieldValue(fields, each) === fieldValue(this.stored.fields, each)) continue
        expect(this.everTyped.has(`${each} ${fieldValue(fields, each)}`)).toBe(true)
      }
    }
    this.store(fields)
    this.ownVersion = this.version
    this.done.set(key, this.version)
    return undefined
  }

  readAgain(isRead: boolean) {
    const key = this.reading.shift()
    if (key === undefined) return
    if (isRead) this.hear()
    this.dispatch({ type: 'readAgain', record, key })
  }

  reload() {
    this.forgetReverted()
    // Writes on their way may be executed. Their answers are for nobody.
    for (const { key, planned } of this.waiting) {
      if (!this.done.has(key)) this.handle(key, sentBy(planned))
    }
    this.waiting = []
    this.reading = []
    this.pages += 1
    this.state = initialRecords(`${'bcdefghijklmnopqrstuvwxyz'[this.pages % 25]}${this.pages}-`)
    this.open()
    for (const [key, value] of this.wanted)
      if (fieldValue(this.entry.base.fields, key) === value) this.wanted.delete(key)
  }

  /** Whatever happens, what the person wants is in the editor; and what both changed is asked about or resolved. */
  expectSound() {
    const { mine, asked, base, sending } = this.entry
    for (const [key, value] of this.wanted) expect(fieldValue(mine, key)).toBe(value)
    for (const key of Object.keys(asked)) expect(fieldValue(mine, key)).not.toBe(fieldValue(base.fields, key))
    expect(this.waiting.length + this.reading.length <= 1).toBe(true)
    expect(sending !== undefined).toBe(this.waiting.length + this.reading.length === 1 && !this.isDropped)
    expect(versionToSaveOver(this.entry) === null || base.version !== null).toBe(true)
  }

  /** The write on its way is nobody's any more. */
  get isDropped(): boolean {
    const { sending } = this.entry
    const key = this.waiting[0]?.key ?? this.reading[0]
    return sending?.write.key !== key
  }

  /** In the end, with a network that works and nobody else: saving leads to the record having what is wanted. */
  finish() {
    for (let round = 0; round < 30; round += 1) {
      while (this.waiting.length > 0) this.answer(false)
      while (this.reading.length > 0) this.readAgain(true)
      this.hear()
      for (const key of Object.keys(this.entry.asked)) this.resolve(key, 'mine')
      if (round > 0 && !isChanged(this.entry) && !this.entry.empty) break
      this.save()
    }
    expect(this.stored.version).not.toBe(null)
    for (const key of keys) expect(fieldValue(this.stored.fields, key)).toBe(fieldValue(this.entry.mine, key))
    for (const [key, value] of this.wanted) expect(fieldValue(this.stored.fields, key)).toBe(value)
    expect(this.kept.size).toBe(0)
  }
}

const key = fc.constantFrom(...keys)
const value = fc.constantFrom('', '1', '2', '3')
type Act = readonly [what: string, key: string, value: string, isSo: boolean]

const acts: fc.Arbitrary<Act> = fc.tuple(
  fc.constantFrom(
    ...['type', 'type', 'type', 'save', 'save', 'answer', 'answer', 'answer', 'read again', 'read again', 'read again'],
    ...['colleague writes', 'colleague removes', 'hear', 'resolve', 'line', 'reload'],
  ),
  key,
  value,
  fc.boolean(),
)

function act(world: World, [what, k, v, isSo]: Act) {
  switch (what) {
    case 'type':
      return world.type(k, v)
    case 'save':
      return world.save()
    case 'answer':
      return world.answer(isSo)
    case 'read again':
      return world.readAgain(isSo)
    case 'colleague writes':
      return world.colleagueWrites(k, v)
    case 'colleague removes':
      return world.colleagueRemoves()
    case 'hear':
      return world.hear()
    case 'resolve':
      return world.resolve(k, isSo ? 'mine' : 'theirs')
    case 'line':
      return world.dispatch({ type: 'lineReturned' })
    case 'reload':
      return world.reload()
  }
}

test('for any actions of two people, network and server: nothing typed is lost, nothing untouched is reverted', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(empty, filled),
      fc.boolean(),
      fc.array(acts, { maxLength: 40 }),
      (stored, restores, all) => {
        const world = new World(stored, restores)
        for (const one of all) {
          act(world, one)
          world.expectSound()
        }
        world.finish()
      },
    ),
    { numRuns: 1_000 },
  )
})

/** A server to which records are only added, and a network that loses answers. */
class Additions {
  state = initialRecords('a-')
  kept = new Map<string, string>()
  waiting: Call[] = []
  reading: string[] = []
  /** What each key has added, and what is there of it. */
  added = new Map<string, { id: string; fields: Fields }>()
  taken = new Set<string>()
  there = new Map<string, Fields>()
  saves = 0
  pages = 0
  isSaved = false
  readonly correction: 'takesBack' | 'replaces'

  constructor(correction: 'takesBack' | 'replaces') {
    this.correction = correction
    this.open()
  }

  open() {
    this.dispatch({ type: 'personChanged', sub: 'me' })
    const of = { record, stored: undefined, blank: empty, lane: record, hasAuthors: false, isArrangement: () => false }
    this.dispatch({ type: 'shown', ...of })
    this.dispatch({ type: 'edited', record, isOpen: true })
  }

  dispatch(event: RecordsEvent) {
    const [state, commands] = stepRecords(this.state, event)
    this.state = state
    for (const command of commands) this.run(command)
  }

  run(command: RecordsCommand) {
    if (command.type === 'load') {
      const draft = parseDraft(this.kept.get(record) ?? '')
      this.dispatch({ type: 'loaded', sub: command.sub, drafts: new Map(draft ? [[record, draft]] : []) })
    }
    if (command.type === 'keep') {
      if (command.draft) this.kept.set(record, draftText(command.draft))
      else this.kept.delete(record)
    }
    if (command.type === 'call') this.waiting.push(command)
    if (command.type === 'readAgain') this.reading.push(command.key)
    if (command.type === 'settle' && command.outcome.type === 'saved') {
      this.isSaved = true
      // The editor is told what is there.
      expect(this.there.has(idIn(command.outcome.data))).toBe(true)
    }
  }

  get entry(): Entry | undefined {
    return this.state.entries.get(record)
  }

  act([what, key, value, isSo]: Act) {
    // Nobody empties what was typed: that would be discarding it.
    if (what === 'type' && value !== '' && !this.entry?.sending)
      this.dispatch({ type: 'typed', record, fields: { [key]: value } })
    if (what === 'save') this.save()
    if (what === 'answer') this.answer(isSo)
    if (what === 'read again') this.readAgain()
    if (what === 'reload') this.reload()
  }

  save() {
    this.saves += 1
    const plan: Plan = (fields, _over, { added }) =>
      keys.every((key) => fieldValue(fields, key) === fieldValue(empty.fields, key))
        ? new Error('Nothing is typed')
        : added
          ? this.correct(idIn(added.data), fields)
          : { mutation: { query: 'add', variables: { fields } } }
    this.dispatch({ type: 'saved', record, save: { saveid: this.saves, act: 'save', plan } })
  }

  correct(id: string, fields: Fields): Planned {
    return this.correction === 'replaces'
      ? { mutation: { query: 'replace', variables: { id, fields } }, replaces: true }
      : { mutation: { query: 'remove', variables: { id } }, takesBack: true }
  }

  execute({ key, planned: { mutation } }: Call): Failure | undefined {
    if (this.added.has(key) || this.taken.has(key)) return undefined
    const { fields, id } = mutation.variables as { fields: Fields; id: string }
    if (mutation.query === 'remove') {
      if (!this.there.delete(id)) return new Failure({ code: 'NOT_FOUND', message: '' })
      this.taken.add(key)
      return undefined
    }
    const added = { id: mutation.query === 'replace' ? id : `of ${key}`, fields }
    this.added.set(key, added)
    this.there.set(added.id, fields)
    return undefined
  }

  answer(isLost: boolean) {
    const call = this.waiting.shift()
    if (!call) return
    const { key } = call
    const failure = this.execute(call) ?? (isLost ? new Failure({ code: 'NETWORK', message: '' }) : undefined)
    if (failure) return this.dispatch({ type: 'refused', record, key, failures: [failure] })
    const data = { save: { version: 1, id: this.added.get(key)?.id } }
    this.dispatch({ type: 'accepted', record, key, data, at: new Date(0) })
  }

  readAgain() {
    const key = this.reading.shift()
    if (key !== undefined) this.dispatch({ type: 'readAgain', record, key })
  }

  /** Writes on their way are executed. Their answers are for nobody. */
  reload() {
    for (const call of this.waiting) this.execute(call)
    this.waiting = []
    this.reading = []
    this.pages += 1
    this.state = initialRecords(`b${this.pages}-`)
    this.open()
  }

  /** In the end, with a network that works, exactly what is typed was added, once. */
  finish() {
    this.settle()
    if (this.isSaved) return
    this.dispatch({ type: 'typed', record, fields: { room: `typed after ${this.saves}` } })
    this.save()
    this.settle()
    expect(this.isSaved).toBe(true)
    expect([...this.there.values()]).toEqual([this.entry?.mine])
  }

  settle() {
    while (this.waiting.length + this.reading.length > 0) {
      this.answer(false)
      this.readAgain()
    }
  }
}

function idIn(data: unknown): string {
  return (data as { save: { id: string } }).save.id
}

test.each(['takesBack', 'replaces'] as const)('for any lost answers, what is typed is added once: %s', (correction) => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (all) => {
      const world = new Additions(correction)
      for (const one of all) {
        if (!world.isSaved) world.act(one)
      }
      if (!world.isSaved) world.finish()
      expect(world.there.size).toBe(1)
    }),
    { numRuns: 1_000 },
  )
})
