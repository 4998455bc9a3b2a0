import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { failuresOf } from '../calls/failures.ts'
import { startMachine } from '../machine/machine.ts'
import type { Kept } from './kept/drafts/kept.ts'
import {
  type Author,
  type Entry,
  isChanged,
  type Plan,
  type Planned,
  type Stored,
  typedFields,
} from './machine/entry.ts'
import { initialRecords, stepRecords } from './machine/records.ts'
import type { Outcome, RecordsCommand } from './machine/saving.ts'

/** Everything that working copies need of the world. The tests have their own. */
export type World = {
  /** Sends a write after the earlier ones of its lane, once for each key. Throws a CallFailed. */
  call: (planned: Planned, lane: string, key: string) => Promise<unknown>
  /** Reads everything on screen again. Every record's source has told its listeners once this resolves. */
  readAgain: () => Promise<void>
  kept: Kept
  now: () => Date
  /** Whether the person is on the way to another page, whose screen is not drawn yet. */
  isOnTheWay: () => boolean
  /** The beginning of this page's idempotency keys, which no other page has. */
  seed: string
}

/** Where a record is read, outside of any screen. */
export type Source<Row = unknown> = {
  /** Another key is another query. */
  key: string
  /** The record's present state, or undefined if it is not known. `mine`: what is typed now. */
  current: (mine: Fields | undefined) => Stored<Row> | undefined
  /** Tells of each answer. While somebody listens, the record is kept fresh. */
  onChange: (listener: () => void) => () => void
}

/** A record as its screens describe it. */
export type RecordOf<Row = unknown> = {
  /** Its name among all records: 'form/SUBJECTID/FORMTYPEID'. */
  record: string
  /** Its writes are sent in order with those of the same lane: 'subject/SUBJECTID'. Its own name by default. */
  lane?: string
  /** The contents of an empty editor, for what does not exist or is not read yet. */
  blank: Fields
  source?: Source<Row> | undefined
  /** Finds who wrote its newest version, or removed it. `mine`: what is typed. */
  findAuthor?: (mine: Fields) => Promise<Author | undefined>
  /** Finds who removed it, where only that can be told. */
  findRemover?: () => Promise<Author | undefined>
  /** Whether a field is an arrangement, over which nobody is asked. */
  isArrangement?: (key: string) => boolean
  /** What it adds is another record: `source` tells only what an empty editor contains. */
  onlyAdds?: boolean
}

/** A record that can be saved: what to send. */
export type EditedRecord<Row = unknown, Data = unknown> = RecordOf<Row> & {
  plan: Plan<Row, Data>
  /** What a save of it does, if the record's saves do several things. A save follows one of another act. */
  act?: string
}

/** What a save led to. `isWhole`: nothing was typed since. `isShown`: and the editor of what was saved is still open. */
export type Saved<Data = unknown> = {
  readonly type: 'saved'
  readonly data: Data
  readonly isWhole: boolean
  readonly isShown: boolean
}

const isNever = () => false

/**
 * The working copies of everything that is looked at or typed into, outside of React: `stepRecords` decides, this
 * executes. Screens read an entry with `entry` and `onChange`, and raise events.
 */
export function startRecords(world: World) {
  const machine = startMachine(stepRecords, initialRecords(world.seed), run)
  const { dispatch, onChange } = machine
  const settling = new Map<number, (outcome: Outcome) => void>()
  /** By record, as each of its screens describes it. */
  const shown = new Map<string, readonly RecordOf[]>()
  let lastSaveid = 0

  function run(command: RecordsCommand): void {
    switch (command.type) {
      case 'load': {
        const { sub } = command
        world.kept.load(sub, (drafts) => dispatch({ type: 'loaded', sub, drafts }))
        break
      }
      case 'keep':
        world.kept.keep(command.sub, command.record, command.draft)
        break
      case 'call': {
        const { record, key } = command
        world.call(command.planned, command.lane, key).then(
          (data) => dispatch({ type: 'accepted', record, key, data, at: world.now() }),
          (thrown) => dispatch({ type: 'refused', record, key, failures: failuresOf(thrown) }),
        )
        break
      }
      case 'readAgain': {
        const { record, key } = command
        // What could not be read stays as it was known.
        const done = () => dispatch({ type: 'readAgain', record, key })
        world.readAgain().then(done, done)
        break
      }
      case 'findAuthor': {
        const { record, version } = command
        const of = shownAs(record)
        const asked = version === undefined && of?.findRemover ? of.findRemover() : of?.findAuthor?.(mineOf(record))
        // Without an answer, the conflict is shown without a name.
        asked?.then(
          (author) => author && dispatch({ type: 'authorFound', record, version, author }),
          () => undefined,
        )
        break
      }
      case 'settle':
        settling.get(command.saveid)?.(command.outcome)
        settling.delete(command.saveid)
        break
    }
  }

  const entry = (record: string): Entry | undefined => machine.current().entries.get(record)
  const mineOf = (record: string): Fields => entry(record)?.mine ?? {}
  const shownBy = (record: string): readonly RecordOf[] => shown.get(record) ?? []
  const shownAs = (record: string): RecordOf | undefined => shownBy(record).at(-1)
  const blankOf = ({ blank }: RecordOf): Stored => ({ version: null, fields: blank })
  const currentOf = (of: RecordOf, mine: Fields | undefined) => of.source?.current(mine)

  return {
    onChange,
    entry,
    /** Follows who is signed in: undefined for nobody. */
    setPerson: (sub: string | undefined) => dispatch({ type: 'personChanged', sub }),
    lineReturned: () => dispatch({ type: 'lineReturned' }),
    /** A screen shows the record until the returned function is called. */
    show<Row>(of: RecordOf<Row>): () => void {
      const { record, lane = record, findAuthor, isArrangement = isNever, onlyAdds = false } = of
      const erased = of as RecordOf
      shown.set(record, [...shownBy(record), erased])
      const stored = currentOf(erased, entry(record)?.mine)
      const hasAuthors = findAuthor !== undefined
      dispatch({ type: 'shown', record, stored, blank: blankOf(erased), lane, hasAuthors, isArrangement, onlyAdds })
      const hear = () => {
        const heard = currentOf(erased, entry(record)?.mine)
        if (heard) dispatch({ type: 'heard', record, stored: heard })
      }
      const unfollow = of.source?.onChange(hear)
      return () => {
        unfollow?.()
        dispatch({ type: 'hidden', record })
        shown.set(
          record,
          shownBy(record).filter((each) => each !== erased),
        )
      }
    },
    /** An editor of a record that is shown opens or closes. */
    edit: (record: string, isOpen: boolean) => dispatch({ type: 'edited', record, isOpen }),
    type: (record: string, fields: Fields) => dispatch({ type: 'typed', record, fields }),
    /** Shows the mistakes of these fields from now on. */
    check: (record: string, keys: readonly string[], isAsked = false) =>
      dispatch({ type: 'checked', record, keys, isAsked }),
    resolve: (record: string, key: string, choice: 'mine' | 'theirs') =>
      dispatch({ type: 'resolved', record, key, choice }),
    /** Throws away what was typed, at once: what follows asks nobody about it. */
    discard(record: string): void {
      const of = shownAs(record)
      dispatch({ type: 'discarded', record, stored: of && (currentOf(of, undefined) ?? blankOf(of)) })
    },
    /**
     * Saves the record. Resolves when the outcome is known and everything on screen was read again. After a success the
     * editor begins again with what is stored: what was added is another record now.
     */
    async save<Row, Data>({
      record,
      plan,
      act = 'save',
    }: EditedRecord<Row, Data>): Promise<Exclude<Outcome, { type: 'saved' }> | Saved<Data>> {
      lastSaveid += 1
      const saveid = lastSaveid
      const outcome = await new Promise<Outcome>((resolve) => {
        settling.set(saveid, resolve)
        dispatch({ type: 'saved', record, save: { saveid, act, plan: plan as Plan } })
      })
      if (outcome.type !== 'saved') return outcome
      const after = entry(record)
      const isWhole = after === undefined || (!isChanged(after) && after.sending === undefined)
      // Without text of its own, an entry is there only as long as a screen shows it.
      const isShown = isWhole && after !== undefined && !world.isOnTheWay()
      if (isWhole && after) this.discard(record)
      // The answer has the type of what the plan sent.
      return { type: 'saved', data: outcome.data as Data, isWhole, isShown }
    },
    /** The names of the records with text that is not saved, whether or not a screen shows them, in order. */
    unsaved(): readonly string[] {
      return [...machine.current().entries]
        .filter(([, each]) => isTyped(each))
        .map(([record]) => record)
        .sort()
    },
    /** Whether an editor of the lane is open. */
    isOpen(lane: string): boolean {
      return [...machine.current().entries.values()].some((each) => each.lane === lane && each.edited > 0)
    },
    /** Whether an open editor of the lane has text that is not saved. */
    isEditing(lane: string): boolean {
      return [...machine.current().entries.values()].some(
        (each) => each.lane === lane && each.edited > 0 && isChanged(each),
      )
    },
    /** Throws away what was typed in the open editors of a lane. */
    discardEdited(lane: string): void {
      for (const [record, each] of machine.current().entries) {
        if (each.lane === lane && each.edited > 0 && isChanged(each)) this.discard(record)
      }
    },
  }
}

function isTyped(entry: Entry): boolean {
  return typedFields(entry, entry.isArrangement).length > 0
}
