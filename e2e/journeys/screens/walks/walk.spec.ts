import type { Page } from '@playwright/test'
import type { DemoPerson } from '../../../api.ts'
import { type Casebook, emptyDataDir, startCasebook } from '../../../casebook.ts'
import { test as base, expect, signIn } from '../../../fixtures.ts'
import type { Editable } from './editables.ts'
import { race } from './race.ts'
import { newWorld, type World } from './world.ts'

/** How long a walk is, and which: WALK_STEPS=300 WALK_SEED=7. */
const steps = Number(process.env.WALK_STEPS ?? 24)
const seed = Number(process.env.WALK_SEED ?? 1)

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A person at an editor, with another tab in which activities are started and stopped. */
type Walker = { page: Page; presses: Page; name: DemoPerson }

// A server of its own, because both are administrators there.
const test = base.extend<object, { own: Casebook }>({
  own: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await emptyDataDir()
      const own = await startCasebook({ dataDir })
      await use(own)
      await own.stop()
      await remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.address),
})

/** What a person typed into the editor that is open: the number of the newest text of each field, and which were asked about and kept. */
interface Opened {
  at: Editable
  texts: Map<string, number>
  kept: Set<string>
}

/** Compares what is stored with what was typed, after each step. */
class Judge {
  readonly wrong: string[] = []
  readonly counts = { typed: 0, saved: 0, asked: 0, races: 0 }
  #stored: Map<string, string>
  readonly #newest = new Map<string, number>()

  constructor(stored: Map<string, string>) {
    this.#stored = stored
  }

  /** `saved`: what the screen of this step says is saved. */
  look(step: string, stored: Map<string, string>, saved?: Opened) {
    const field = (key: string) => saved?.at.fields.find((each) => each.key === key)
    for (const [key, value] of stored) {
      const was = this.#stored.get(key)
      if (value === was) continue
      const number = saved?.texts.get(key)
      if (number === undefined || field(key)?.stored(number) !== value)
        this.wrong.push(`${step} made ${value} of ${was}, which nobody typed there`)
      else if (number < (this.#newest.get(key) ?? 0) && !saved?.kept.has(key))
        this.wrong.push(`${step} undid ${was} by ${value}, and did not ask`)
    }
    for (const [key, number] of saved?.texts ?? []) {
      if (field(key)?.stored(number) !== stored.get(key)) this.wrong.push(`${step} lost ${field(key)?.stored(number)}`)
      // Who ticks what is ticked already changes nothing, and undoes nobody's change.
      if (stored.get(key) !== this.#stored.get(key)) this.#newest.set(key, number)
    }
    this.#stored = stored
  }
}

/** Saves until the screen says that it is saved, and answers what it asks. */
async function save({ page }: Walker, { at, texts, kept }: Opened, judge: Judge, random: () => number) {
  const button = page.getByRole('button', { name: at.save, exact: true })
  const question = page.locator('[data-question]').first()
  const unsaved = at.unsaved
    ? page.locator(at.unsaved)
    : page.locator('[data-unsaved]').or(page.getByRole('button', { name: 'Save correction' }))
  const confirm = page.getByRole('button', { name: at.confirm ?? 'none', exact: true })
  await expect(async () => {
    if (await question.isVisible()) {
      const asked = await question.locator('strong').first().textContent()
      const key = at.fields.find(({ label }) => label === asked)?.key ?? ''
      const isMine = random() < 0.5
      await question
        .getByRole('button', { name: isMine ? /^Keep (mine|this one)/ : /^Take the(irs| other one)/ })
        .click({ timeout: 5_000 })
      judge.counts.asked += 1
      if (isMine) kept.add(key)
      else texts.delete(key)
    }
    // The clock is no form: a refusal says that somebody else corrected it, and the next press replaces that.
    const refusal = page.getByRole('button', { name: 'Dismiss' }).first()
    if (at.save === 'Save correction' && (await refusal.isVisible())) {
      await refusal.click()
      judge.counts.asked += 1
      kept.add('clock')
    }
    if (await confirm.isVisible()) await confirm.click({ timeout: 5_000 })
    else if (await unsaved.first().isVisible()) await button.click({ timeout: 5_000 })
    await expect(unsaved).toHaveCount(0, { timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
}

/** Leaves the editor of one thing for that of another, types, answers questions, and saves, now and then. */
async function walk(people: readonly [Walker, Walker], world: World) {
  const random = randomOf(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const judge = new Judge(await world.read())
  const opened = new Map<Page, Opened>()
  let last = 0
  for (let step = 0; step < steps; step += 1) {
    const walker = pick(people)
    const { page, name } = walker
    const other = people.find((each) => each !== walker) ?? walker
    if (random() < 0.07) {
      const isStill = await race(walker.presses, other.presses, world, random() * 900)
      judge.counts.races += 1
      if (!isStill) judge.wrong.push(`step ${step} stopped an activity by a press that meant Start`)
      continue
    }
    let editor = opened.get(page)
    if (!editor) {
      // Where the other one is, every other time: what only one edits is in nobody's way.
      const [all, near] = [world.editables, opened.get(other.page)?.at]
      const mine = (near && random() < 0.5 ? [near] : all).filter(({ of }) => of === undefined || of === name)
      const at = pick(mine.length > 0 ? mine : all.filter(({ of }) => of === undefined))
      await page.goto(at.path)
      await at.open(page)
      editor = { at, texts: new Map(), kept: new Set() }
      opened.set(page, editor)
    }
    const label = `step ${step}, ${name} at ${editor.at.path},`
    if (random() < 0.6 || editor.texts.size === 0) {
      const field = pick(editor.at.fields)
      last += 1
      await field.type(page, field.stored(last))
      editor.texts.set(field.key, last)
      judge.counts.typed += 1
      judge.look(label, await world.read())
      continue
    }
    await save(walker, editor, judge, random)
    judge.counts.saved += 1
    judge.look(label, await world.read(), editor)
    opened.delete(page)
  }
  if (process.env.WALK_STEPS) console.log(judge.counts)
  expect(judge.wrong).toEqual([])
  expect(judge.counts.saved).toBeGreaterThan(steps / 8)
}

/** Somebody's tab, with another one beside it. */
async function walker(page: Page, name: DemoPerson): Promise<Walker> {
  return { page, presses: await page.context().newPage(), name }
}

test('a random walk of two people over the same records loses nothing and undoes nothing', async ({
  own,
  browser,
  openAs,
}) => {
  test.setTimeout(120_000 + steps * 20_000)
  const world = await newWorld(browser, own.address)
  const [one, two] = [await openAs('coordinator'), await openAs('admin')]
  await walk([await walker(one, 'coordinator'), await walker(two, 'admin')], world)
})

test('a random walk of one person in two windows loses nothing and undoes nothing', async ({ own, browser, page }) => {
  test.setTimeout(120_000 + steps * 20_000)
  const world = await newWorld(browser, own.address)
  await signIn(page, 'admin')
  const other = await page.context().newPage()
  await walk([await walker(page, 'admin'), await walker(other, 'admin')], world)
})
