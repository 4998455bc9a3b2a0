import type { ImportTarget } from './import-plan.ts'
import { Origins } from './origins.ts'

/** Numbers by key. */
export type Numbers = { get: (key: string) => number | undefined; set: (key: string, number: number) => void }

/** What is known of the rows before, of a file that is read in parts. */
export type RowsBefore = {
  /** In which row something was named. */
  seen: Numbers
  /** Which of the added subjects has a name. */
  added: Numbers
  /** How many subjects were added. */
  subjects: number
  /** How many mistakes were found. */
  mistakes: number
  origins: Origins
}

/** What rows named, on top of what rows before them did. */
export class NamedSoFar {
  readonly #before: RowsBefore | undefined
  readonly #seen = new Map<string, number>()
  readonly #added = new Map<string, number>()

  constructor(before: RowsBefore | undefined) {
    this.#before = before
  }

  rowOf(key: string): number | undefined {
    return this.#seen.get(key) ?? this.#before?.seen.get(key)
  }

  see(key: string, row: number): void {
    this.#seen.set(key, row)
  }

  addedAs(key: string): number | undefined {
    return this.#added.get(key) ?? this.#before?.added.get(key)
  }

  add(keys: readonly string[], added: number): void {
    for (const key of keys) this.#added.set(key, added)
  }

  /** Lets the rows after these know. */
  pass(before: RowsBefore): void {
    for (const [key, row] of this.#seen) before.seen.set(key, row)
    for (const [key, added] of this.#added) before.added.set(key, added)
  }
}

/** Collects where the rows come from that are imported into this study. */
export function originsOf({ siteid, studyid, formtype, otherTypes, fromElsewhere = false }: ImportTarget): Origins {
  return new Origins({ siteid, studyid, formtypeid: formtype?.formtypeid, others: new Set(otherTypes), fromElsewhere })
}
