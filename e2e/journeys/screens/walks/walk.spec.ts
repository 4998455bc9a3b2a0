import type { Page } from '@playwright/test'
import type { DemoPerson } from '../../../api.ts'
import { type Casebook, emptyDataDir, startCasebook } from '../../../casebook.ts'
import { test as base, signIn } from '../../../fixtures.ts'
import { loggedFaults } from './faults.ts'
import { type Length, Walk, type Walker } from './walking.ts'
import { newWorld, type World } from './world/world.ts'

/** How long a walk is, and which, as CONTRIBUTING.md says: WALK_STEPS=300 WALK_SEEDS=7,8 WALK_FAULTS=0.3. */
const steps = Number(process.env.WALK_STEPS ?? 24)
const seeds = (process.env.WALK_SEEDS ?? '1').split(',').map(Number)
/** Both have a phone, and press by touch: WALK_PHONE=1. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const length = { steps, faulty: Number(process.env.WALK_FAULTS ?? 0.15), only: process.env.WALK_ONLY }

// A server of its own, because both are administrators there.
const test = base.extend<object, { own: Casebook }>({
  own: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await emptyDataDir()
      // What is stored is read after each step. How much one person may read is limited by the time of a busy machine.
      const own = await startCasebook({ dataDir, env: { CALLS_PER_MINUTE: '0' } })
      await use(own)
      await own.stop()
      await remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.address),
  // What never comes is a fault of the walk, or of a screen: it is told with its step, long before the walk must end.
  actionTimeout: async ({ browserName: _ }, use) => use(60_000),
  expectedMessages: async ({ browserName: _ }, use) => use(loggedFaults),
})

if (process.env.WALK_PHONE) test.use(phone)

/** Leaves the editor of one thing for that of another, types, answers questions, presses and saves, now and then. */
async function walk(people: readonly [Walker, Walker], world: World, given: Length) {
  const walking = new Walk(people, world, given, await world.read())
  for (let step = 0; step < given.steps; step += 1) {
    const began = Date.now()
    const what = await walking.step(step)
    if (process.env.WALK_TRACE) console.log(step, what, `${Date.now() - began} ms`, ...walking.judge.wrong)
  }
  if (process.env.WALK_STEPS) console.log(JSON.stringify({ ...given, ...walking.judge }))
  walking.expectNothingWrong()
}

/** Somebody's tab, with another one beside it. */
async function walker(page: Page, name: DemoPerson): Promise<Walker> {
  return { page, presses: await page.context().newPage(), name }
}

for (const seed of seeds) {
  test(`a random walk of two people over the same records loses nothing and undoes nothing (${seed})`, async ({
    own,
    browser,
    openAs,
  }) => {
    test.setTimeout(120_000 + steps * 20_000)
    const world = await newWorld(browser, own.address)
    const [one, two] = [await openAs('coordinator'), await openAs('admin')]
    await walk([await walker(one, 'coordinator'), await walker(two, 'admin')], world, { ...length, seed })
  })

  test(`a random walk of one person in two windows loses nothing and undoes nothing (${seed})`, async ({
    own,
    browser,
    page,
  }) => {
    test.setTimeout(120_000 + steps * 20_000)
    const world = await newWorld(browser, own.address)
    await signIn(page, 'admin')
    const other = await page.context().newPage()
    await walk([await walker(page, 'admin'), await walker(other, 'admin')], world, { ...length, seed })
  })
}
