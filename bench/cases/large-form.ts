import type { Page } from '@playwright/test'
import type { FormCheck, FormTypeField } from '../../domain/src/form-types/fields.ts'
import { storedDefinition } from '../../domain/src/form-types/stored-definition.ts'
import type { Bed } from '../beds/bed.ts'
import { openChromium } from '../beds/chromium.ts'
import { fill } from '../beds/fill.ts'
import { siteid } from '../beds/site.ts'
import { type Finding, spread } from '../report/report.ts'

const slowdown = 4
const fieldCount = 500
const conditionCount = 200
const opens = 5
const keys = 100

/** Every fifth field is a number on which the two after it depend, alternately shown and hidden while it is typed. */
function manyFields(): FormTypeField[] {
  return Array.from({ length: fieldCount }, (_, n): FormTypeField => {
    const isCondition = n % 5 === 1 || n % 5 === 2
    const section = n % 25 === 0 ? `Part ${n / 25 + 1}` : null
    if (isCondition) {
      const showIf = `f${n - (n % 5)} > ${n % 5}.0`
      return { name: `f${n}`, type: 'String', required: false, label: `Question ${n + 1}`, section, showIf }
    }
    return {
      name: `f${n}`,
      type: n % 5 === 0 ? 'Number' : 'String',
      required: n % 10 === 0,
      label: `Question ${n + 1}`,
      section,
    }
  })
}

export async function addType(
  { superuser }: Bed,
  studyid: string,
  formtypeid: string,
  fields: readonly FormTypeField[],
  checks: readonly FormCheck[] = [],
): Promise<void> {
  const stored = storedDefinition(formtypeid, fields, checks)
  await superuser.query(
    `insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields, properties, checks)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      formtypeid,
      siteid,
      studyid,
      stored.identifier,
      stored.identifier_key,
      JSON.stringify(stored.fields),
      stored.properties && JSON.stringify(stored.properties),
      JSON.stringify(stored.checks),
    ],
  )
}

/** A study with one subject. The one for writes has 500 activity types, each of which the page of a subject offers. */
async function smallStudy({ superuser }: Bed): Promise<{ studyid: string; subjectid: string }> {
  const first = 5
  await fill(superuser, { siteid, first, studies: 1, subjects: 1, formTypes: 0, activityTypes: 5, activities: 5 })
  const { rows } = await superuser.query<{ studyid: string; subjectid: string }>(
    `select studyid, subjectid from subject where studyid = pg_temp.id('study', $1)`,
    [first],
  )
  if (!rows[0]) throw new Error('the study of the large form was not filled in')
  return rows[0]
}

/** Opening it, and typing into it. */
export async function largeForm(bed: Bed): Promise<Finding[]> {
  const { studyid, subjectid } = await smallStudy(bed)
  const formtypeid = 'bench-large'
  await addType(bed, studyid, formtypeid, manyFields())
  await bed.superuser.query(
    `insert into form (subjectid, formtypeid, siteid, studyid, fields) values ($1, $2, $3, $4, '[{"key": "f0", "value": "1"}]')`,
    [subjectid, formtypeid, siteid, studyid],
  )
  const { context, close } = await openChromium(bed.casebook.origin, 'nurse')
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    // Of the page's own thread, so that other work on the machine does not count.
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const spent = async () => {
      const { metrics } = await devTools.send('Performance.getMetrics')
      const value = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000
      return { script: value('ScriptDuration'), all: value('TaskDuration') }
    }
    const used: Spent[] = []
    const drawn: Spent[] = []
    const longest: number[] = []
    for (let open = 0; open < opens; open++) {
      await page.goto(`/studies/${studyid}/subjects/${subjectid}`)
      const link = page.getByRole('button', { name: formtypeid, exact: true })
      await link.waitFor()
      await page.waitForLoadState('networkidle')
      // The subject's page is whole before its form is opened.
      await settled(page)
      const place = await link.boundingBox()
      if (!place) throw new Error('the form cannot be opened')
      await page.mouse.move(place.x + 5, place.y + 5)
      await page.evaluate(watchOpening)
      const before = await spent()
      await page.mouse.down()
      await page.mouse.up()
      await page.evaluate(() => window.opening?.isUsable)
      const usable = await spent()
      await page.waitForFunction(() => !document.querySelector('[data-waiting]'), null, { polling: 200 })
      await settled(page)
      const after = await spent()
      used.push(minus(usable, before))
      drawn.push(minus(after, usable))
      longest.push(await page.evaluate(() => window.opening?.longestTask ?? Number.NaN))
    }
    const { clock, script, all } = await typeInto(page, spent)
    const form = `a form of ${fieldCount} fields with ${conditionCount} conditions, processor slowed ${slowdown} ×`
    return [
      {
        name: `opening ${form}: script from the press to the focus in its first field, when what is in view can be filled in`,
        measured: told(used),
        goal: 'under 200 ms',
      },
      {
        name: 'drawing the rest of it, in small steps that keys interrupt: script until all fields are there',
        measured: `${told(drawn)}; longest task from the press on, by the clock, ${spread(longest, 0)} ms`,
        goal: '',
      },
      {
        name: `a key in it: script, at 95 % of ${script.length} keys`,
        measured: `${at(script, 0.95).toFixed(1)} ms; ${at(script, 0.5).toFixed(1)} ms in the middle. With style, layout and paint ${at(all, 0.95).toFixed(1)} ms; by the clock, until it shows, ${at(clock, 0.95).toFixed(1)} ms`,
        goal: 'under 16 ms',
      },
    ]
  } finally {
    await close()
  }
}

type Opening = { isUsable: Promise<unknown>; longestTask: number; watcher: PerformanceObserver }
declare global {
  interface Window {
    opening?: Opening
  }
}

/** Runs in the page: what is watched is the focus, not the fields, because looking for them is script, too. */
function watchOpening() {
  const isUsable = new Promise((resolve) => {
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.closest('[data-field="f0"]')) resolve(undefined)
    })
  })
  const watcher = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) opening.longestTask = Math.max(opening.longestTask, duration)
  })
  const opening: Opening = { isUsable, longestTask: 0, watcher }
  window.opening = opening
  watcher.observe({ type: 'longtask' })
}

function minus(after: Spent, before: Spent): Spent {
  return { script: after.script - before.script, all: after.all - before.all }
}

function told(times: readonly Spent[]): string {
  const scripts = times.map(({ script }) => script)
  const tasks = times.map(({ all }) => all)
  return `${spread(scripts, 0)} ms; with style, layout and paint ${spread(tasks, 0)} ms`
}

/** Until nothing was drawn anew for a while. */
function settled(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const done = () => {
          watcher.disconnect()
          resolve()
        }
        let timer = setTimeout(done, 500)
        const watcher = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, 500)
        })
        watcher.observe(document.body, { childList: true, subtree: true })
      }),
  )
}

type Spent = { script: number; all: number }

/**
 * Types letters into a text, and digits, each of which shows or hides fields. The milliseconds of each key: of script, of
 * all work of the page's thread, and by the clock. The clock has keys of its own: what reads it is script, too, 2 ms a key
 * on a slowed processor.
 */
async function typeInto(page: Page, spent: () => Promise<Spent>) {
  await page.evaluate(() => window.opening?.watcher.disconnect())
  const script: number[] = []
  const all: number[] = []
  await typeKeys(page, async (letter) => {
    const before = await spent()
    await page.keyboard.press(letter)
    await page.waitForTimeout(60)
    const key = minus(await spent(), before)
    script.push(key.script)
    all.push(key.all)
  })
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    let began = 0
    const channel = new MessageChannel()
    channel.port1.onmessage = () => times.push(performance.now() - began)
    window.addEventListener(
      'keydown',
      () => {
        began = performance.now()
      },
      { capture: true },
    )
    window.addEventListener('input', () => channel.port2.postMessage(null), { capture: true })
  })
  await typeKeys(page, async (letter) => {
    await page.keyboard.press(letter)
    await page.waitForTimeout(60)
  })
  const clock = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
  return { clock, script, all }
}

async function typeKeys(page: Page, press: (letter: string) => Promise<void>) {
  await page.locator('[data-field="f3"] input').focus()
  for (let key = 0; key < keys / 2; key++) {
    await press('a')
  }
  await page.locator('[data-field="f0"] input').focus()
  for (let key = 0; key < keys / 2; key++) {
    await press(key % 2 ? 'Backspace' : '3')
  }
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN
}
