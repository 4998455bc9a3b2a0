import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DraftEvent,
  openDraft,
  reduceDraft,
  restoreDraft,
  type Stored,
  versionToSaveOver,
} from './draft-machine.ts'
import { draftText, parseDraft } from './draft-storage.ts'

const keys = ['date', 'weight', 'room']
const empty: Stored = { version: null, fields: { date: 'today', weight: '', room: '' } }
const filled: Stored = { version: 1, fields: { date: 'monday', weight: '70', room: 'B1' } }

/** A simulated server that refuses changes not based on its newest version, colleagues, and the person under test. */
class World {
  stored: Stored
  /** Versions are never reused, even if the record is added again. */
  version = 1
  draft
  /** What the person wants in a field, until it is stored, discarded or resolved. */
  wanted = new Map<string, string>()
  /** By field, the stored value that the person has seen and intends to change. */
  seen: Map<string, string>
  underWay: { sent: Fields; over: number | null; wanted: Map<string, string> } | undefined

  constructor(stored: Stored) {
    this.stored = stored
    this.draft = openDraft(stored)
    this.seen = new Map(keys.map((key) => [key, fieldValue(stored.fields, key)]))
  }

  dispatch(event: DraftEvent) {
    this.draft = reduceDraft(this.draft, event)
  }

  /** A live update, the response after a lost network, and signing in again all lead to reading the newest version. */
  hear() {
    const wasSaving = this.draft.kind === 'saving'
    this.dispatch({ type: 'heard', stored: this.stored })
    if (!wasSaving) this.compare()
  }

  /** Compares the editor with the server: typed text is present, and conflicts are the fields that both changed. */
  compare() {
    if (this.draft.kind !== 'editing') return
    for (const key of keys) {
      const theirs = fieldValue(this.draft.base.fields, key)
      const mine = this.wanted.get(key)
      const isNew = this.draft.base.version === null
      const isAsked = mine !== undefined && !isNew && theirs !== this.seen.get(key) && theirs !== mine
      expect(Object.hasOwn(this.draft.asked, key)).toBe(isAsked)
      if (mine === undefined || isNew || theirs === mine) this.seen.set(key, theirs)
      if (theirs === mine) this.wanted.delete(key)
    }
  }

  type(key: string, value: string) {
    this.dispatch({ type: 'typed', fields: { [key]: value } })
    const isAsItWas = fieldValue(this.draft.base.fields, key) === value
    if (isAsItWas) {
      this.wanted.delete(key)
      this.seen.set(key, value)
    } else this.wanted.set(key, value)
  }

  answer(key: string, choice: 'mine' | 'theirs') {
    const isOpen = this.draft.kind !== 'saving' && Object.hasOwn(this.draft.asked, key)
    this.dispatch({ type: 'answered', key, choice })
    if (!isOpen) return
    this.seen.set(key, fieldValue(this.draft.base.fields, key))
    if (choice === 'theirs') this.wanted.delete(key)
  }

  colleagueWrites(key: string, value: string) {
    this.store({ ...this.stored.fields, [key]: value })
  }

  store(fields: Fields) {
    this.version += 1
    this.stored = { version: this.version, fields }
  }

  colleagueRemoves() {
    this.stored = empty
  }

  send() {
    const before = this.draft
    const over = versionToSaveOver(before)
    this.dispatch({ type: 'sent' })
    if (before.kind === 'saving' || this.draft.kind !== 'saving') return
    this.underWay = { sent: this.draft.sent, over, wanted: new Map(this.wanted) }
  }

  /** The server handles what was sent. `isLost`: its response does not arrive. */
  settle(isLost: boolean) {
    if (!this.underWay) return
    const { sent, over, wanted } = this.underWay
    this.underWay = undefined
    const isTaken = over === this.stored.version
    if (isTaken) {
      // Nothing that the person did not intend to change is reverted.
      for (const key of keys) {
        const isUndone = over !== null && fieldValue(sent, key) !== fieldValue(this.stored.fields, key)
        if (isUndone) expect(wanted.get(key)).toBe(fieldValue(sent, key))
      }
      this.store(sent)
    }
    if (isTaken && !isLost) {
      const { mine } = this.draft
      this.dispatch({ type: 'accepted', version: this.stored.version ?? 0 })
      for (const [key, value] of wanted) if (this.wanted.get(key) === value) this.wanted.delete(key)
      for (const key of keys) {
        this.seen.set(key, fieldValue(sent, key))
        // Reverted while it was being saved: a change of the present stored state.
        if (fieldValue(mine, key) !== fieldValue(sent, key)) this.wanted.set(key, fieldValue(mine, key))
      }
    } else {
      this.dispatch({ type: 'refused' })
      // Updates received during the save are merged now.
      this.compare()
    }
    this.hear()
  }

  reload() {
    // A save in progress may have succeeded. Its response is ignored.
    const { underWay } = this
    if (underWay && underWay.over === this.stored.version) this.store(underWay.sent)
    this.underWay = undefined
    const kept = parseDraft(draftText(this.draft))
    expect(kept).toBeDefined()
    if (kept) this.draft = restoreDraft(kept, this.stored)
    this.compare()
  }

  expectNothingLost() {
    for (const [key, value] of this.wanted) expect(fieldValue(this.draft.mine, key)).toBe(value)
  }
}

const key = fc.constantFrom(...keys)
const value = fc.constantFrom('', '1', '2', '3')
type Step = (world: World) => void
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(key, value).map(
    ([k, v]): Step =>
      (world) =>
        world.type(k, v),
  ),
  fc.tuple(key, value).map(
    ([k, v]): Step =>
      (world) =>
        world.colleagueWrites(k, v),
  ),
  fc.constant<Step>((world) => world.colleagueRemoves()),
  fc.constant<Step>((world) => world.hear()),
  fc.constant<Step>((world) => world.send()),
  fc.boolean().map(
    (isLost): Step =>
      (world) =>
        world.settle(isLost),
  ),
  fc.tuple(key, fc.constantFrom('mine', 'theirs')).map(
    ([k, choice]): Step =>
      (world) =>
        world.answer(k, choice),
  ),
  fc.constant<Step>((world) => world.reload()),
)

test('for any actions of people, network and server: nothing typed is lost, nothing untouched is reverted', () => {
  fc.assert(
    fc.property(fc.constantFrom(empty, filled), fc.array(steps, { maxLength: 40 }), (stored, acts) => {
      const world = new World(stored)
      for (const act of acts) {
        act(world)
        world.expectNothingLost()
      }
    }),
    { numRuns: 1_000 },
  )
})
