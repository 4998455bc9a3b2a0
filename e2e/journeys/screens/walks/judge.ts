import type { Done } from './acts/act.ts'
import type { Editable } from './world/editables.ts'

/** What a person typed into the editor that is open: the number of the newest text of each field, and which were asked about and kept. */
export interface Opened {
  at: Editable
  texts: Map<string, number>
  kept: Set<string>
}

/** Compares what is stored with what was typed and pressed, after each step. */
export class Judge {
  readonly lost: string[] = []
  readonly undone: string[] = []
  readonly unseen: string[] = []
  readonly counts: Record<string, number> = { typed: 0, saved: 0, asked: 0, races: 0, acts: 0, refused: 0 }
  /** How often each kind of act and editor was done, and was refused. */
  readonly kinds: Record<string, { done: number; refused: number }> = {}
  #stored: Map<string, string>
  readonly #newest = new Map<string, number>()
  /** What was stored before what is stored now. */
  readonly #earlier = new Map<string, string>()

  constructor(stored: Map<string, string>) {
    this.#stored = stored
  }

  get wrong(): string[] {
    return [...this.lost, ...this.undone, ...this.unseen]
  }

  /** What is stored under this key. */
  stored(key: string): string {
    return this.#stored.get(key) ?? ''
  }

  count(what: string) {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  tally(kind: string, what: 'done' | 'refused') {
    const row = this.kinds[kind] ?? { done: 0, refused: 0 }
    row[what] += 1
    this.kinds[kind] = row
  }

  /** `saved`: what the screen of this step says is saved. `done`: what it says became of a press. */
  look(step: string, stored: Map<string, string>, saved?: Opened, done?: Done) {
    const field = (key: string) => saved?.at.fields.find((each) => each.key === key)
    for (const [key, value] of stored) {
      const was = this.#stored.get(key) ?? ''
      if (value === was || key === done?.key) continue
      const number = saved?.texts.get(key)
      if (number === undefined || field(key)?.stored(number) !== value)
        this.undone.push(`${step} made ${key} ${value} of ${was}, which nobody typed there`)
      else if (number < (this.#newest.get(key) ?? 0) && !saved?.kept.has(key))
        this.undone.push(`${step} undid ${was} by ${value}, and did not ask`)
    }
    for (const [key, number] of saved?.texts ?? []) {
      if (field(key)?.stored(number) !== stored.get(key)) this.lost.push(`${step} lost ${field(key)?.stored(number)}`)
      // Who ticks what is ticked already changes nothing, and undoes nobody's change.
      if (stored.get(key) !== this.#stored.get(key)) this.#newest.set(key, number)
    }
    if (done) this.#lookAt(step, done, this.#stored.get(done.key) ?? '', stored.get(done.key) ?? '')
    for (const [key, value] of this.#stored) if (stored.get(key) !== value) this.#earlier.set(key, value)
    this.#stored = stored
  }

  #lookAt(
    step: string,
    { key, saw, seen = (stored) => stored, made, isAsked, isAdded }: Done,
    was: string,
    now: string,
  ) {
    const told = `${step} ${key}: stored was ${was}, the page showed ${saw}, `
    if (made === undefined) {
      if (now !== was) this.unseen.push(`${told}the press was refused, and ${now} is stored`)
      if (saw === seen(was)) this.lost.push(`${told}the press was refused, though nobody else had changed it`)
      return
    }
    const wanted = made(was, this.#earlier.get(key) ?? '')
    if (now !== wanted) this.lost.push(`${told}the page says that ${wanted} is stored, and it is ${now}`)
    else if (saw !== seen(was) && now !== was && !isAsked && !isAdded)
      this.unseen.push(`${told}the press made ${now} of it, and did not ask`)
  }
}
