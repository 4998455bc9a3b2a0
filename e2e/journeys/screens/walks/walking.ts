import { expect, type Page } from '@playwright/test'
import { holdReads } from '../../../answers.ts'
import type { DemoPerson } from '../../../api.ts'
import type { Act } from './acts/act.ts'
import { goTo, leave } from './acts/going.ts'
import { type Fault, faults } from './faults.ts'
import { Judge, type Opened } from './judge.ts'
import { complete, doneAlready, kindOf, type Prepared, prepare } from './perform.ts'
import { race } from './race.ts'
import { randomOf } from './random.ts'
import { comeBack, save } from './saving.ts'
import type { Editable } from './world/editables.ts'
import type { World } from './world/world.ts'

/** A person at an editor, with another tab in which activities are started and stopped. */
export type Walker = { page: Page; presses: Page; name: DemoPerson }

export interface Length {
  steps: number
  seed: number
  /** How often a press meets a fault, from 0 to 1. */
  faulty: number
  /** Only what has this in its path or name. */
  only?: string | undefined
}

/** Two walkers, step after step: one presses or types at a time, and after each step the judge compares. */
export class Walk {
  readonly judge: Judge
  readonly #people: readonly [Walker, Walker]
  readonly #world: World
  readonly #editables: readonly Editable[]
  readonly #acts: readonly Act[]
  readonly #length: Length
  readonly #random: () => number
  readonly #opened = new Map<Page, Opened>()
  #last = 0

  constructor(people: readonly [Walker, Walker], world: World, length: Length, stored: Map<string, string>) {
    const { only = '' } = length
    this.#people = people
    this.#world = world
    this.#editables = world.editables.filter(({ path, fields }) => `${path} ${fields[0]?.key}`.includes(only))
    this.#acts = world.acts.filter(({ key }) => key.includes(only))
    this.#length = length
    this.#random = randomOf(length.seed)
    this.judge = new Judge(stored)
  }

  #pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T
  }

  /** Takes a step, and says which. */
  async step(number: number): Promise<string> {
    const walker = this.#pick(this.#people)
    const other = this.#people.find((each) => each !== walker) ?? walker
    const label = `step ${number}, ${walker.name}`
    const kind = this.#random()
    if (kind < 0.07) return this.#race(walker, other, label)
    const opened = this.#opened.get(walker.page)
    if (kind < 0.12 && opened) return this.#comeBack(walker, opened, label)
    const isActing = this.#acts.length > 0 && (kind < 0.6 || this.#editables.length === 0)
    return isActing ? this.#act(walker, other, label) : this.#edit(walker, other, label)
  }

  async #race(walker: Walker, other: Walker, label: string) {
    const isStill = await race(walker.presses, other.presses, this.#world, this.#random() * 900)
    this.judge.count('races')
    if (!isStill) this.judge.unseen.push(`${label} stopped an activity by a press that meant Start`)
    return `${label} races`
  }

  /** Leaves with what is typed, and comes back. */
  async #comeBack({ page }: Walker, opened: Opened, label: string) {
    const step = `${label} at ${opened.at.path},`
    await comeBack(page, opened, this.judge, step)
    this.judge.count('came back')
    this.judge.look(step, await this.#world.read())
    if (opened.texts.size === 0) this.#opened.delete(page)
    return `${step} came back`
  }

  /** Opens an editor or types in it, and saves now and then. */
  async #edit({ page, name }: Walker, other: Walker, label: string) {
    const editor = this.#opened.get(page) ?? (await this.#open(page, name, this.#opened.get(other.page)))
    const step = `${label} at ${editor.at.path},`
    if (this.#random() < 0.6 || editor.texts.size === 0) {
      const field = this.#pick(editor.at.fields)
      this.#last += 1
      await field.type(page, field.stored(this.#last))
      editor.texts.set(field.key, this.#last)
      this.judge.count('typed')
      this.judge.look(step, await this.#world.read())
      return `${step} typed`
    }
    const fault = this.#fault()
    await save(page, name, editor, this.judge, this.#random, fault)
    this.judge.tally(`editor of ${editor.at.fields[0]?.key.replace(/\W?\d+$/, '')}`, 'done')
    this.judge.count('saved')
    this.judge.look(`${step} (${fault})`, await this.#world.read(), editor)
    this.#opened.delete(page)
    return `${step} saved (${fault})`
  }

  async #open(page: Page, name: DemoPerson, there: Opened | undefined): Promise<Opened> {
    // Where the other one is, every other time: what only one edits is in nobody's way.
    const all = this.#editables
    const near = there && this.#random() < 0.5 ? [there.at] : all
    const mine = near.filter(({ of }) => of === undefined || of === name)
    const at = this.#pick(mine.length > 0 ? mine : all.filter(({ of }) => of === undefined))
    await goTo(page, at.path)
    await at.open(page)
    const editor = { at, texts: new Map(), kept: new Set<string>() }
    this.#opened.set(page, editor)
    return editor
  }

  #fault(): Fault {
    const isFaulty = this.#random() < this.#length.faulty
    const fault = this.#pick(faults)
    if (!isFaulty) return 'none'
    this.judge.count(fault)
    return fault
  }

  /** Presses, sometimes on a page that shows what was stored before the other one pressed. */
  async #act(walker: Walker, other: Walker, label: string): Promise<string> {
    const act = this.#pick(this.#acts.filter(({ of = walker.name }) => of === walker.name))
    const isStale = this.#random() < 0.3 && (act.of ?? other.name) === other.name
    if (process.env.WALK_TRACE) console.log(label, act.key, isStale ? 'stale' : '')
    const mine = await this.#prepare(walker, act, label)
    const step = `${label} ${kindOf(mine)}`
    if (!isStale) {
      const fault = this.#fault()
      await this.#complete(mine, step, fault)
      return `${step} (${fault})`
    }
    this.judge.count('stale')
    const release = await holdReads(mine.page)
    const theirs = await this.#prepare(other, act, label)
    await this.#complete(theirs, `${step} stale: ${other.name}`, 'none')
    await this.#complete(mine, step, 'none', release)
    return `${step} (stale)`
  }

  /** In the tab beside, while an editor is open in the other one. */
  async #prepare({ page, presses, name }: Walker, act: Act, label: string): Promise<Prepared> {
    this.#last += 1
    const prepared = await prepare(
      this.#opened.has(page) ? presses : page,
      name,
      act,
      this.#last,
      this.judge.stored(act.key),
    )
    const already = doneAlready(prepared)
    if (already) this.judge.look(`${label} up to the press,`, await this.#world.read(), undefined, already)
    return prepared
  }

  async #complete(prepared: Prepared, step: string, fault: Fault, release?: () => Promise<void>) {
    const done = await complete(prepared, { fault, release })
    this.judge.count(done.made ? 'acts' : 'refused')
    this.judge.tally(kindOf(prepared), done.made ? 'done' : 'refused')
    this.judge.look(`${step} (${release ? 'stale' : fault}),`, await this.#world.read(), undefined, done)
    // What was refused may stand there unsaved.
    if (!done.made || this.#random() < 0.2) await leave(prepared.page)
  }

  expectNothingWrong() {
    expect(this.judge.wrong).toEqual([])
    expect((this.judge.counts.saved ?? 0) + (this.judge.counts.acts ?? 0)).toBeGreaterThan(this.#length.steps / 8)
  }
}
