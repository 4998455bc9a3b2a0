import { expect, type Page } from '@playwright/test'
import type { DemoPerson } from '../../../api.ts'
import type { Act, Done, Press } from './acts/act.ts'
import { goTo, hasTouch } from './acts/going.ts'
import { type Fault, pressAmid, signInWhereOver } from './faults.ts'

const whole = (text: string) => text

/** So often a person presses what is refused. */
const mostPresses = 4

/** What a person saw, and the press that they are about to do. */
export type Prepared = { page: Page; name: DemoPerson; act: Act; saw: string; number: number; press: Press }

/** Goes where it is done, looks at the page, and goes on up to the press. */
export async function prepare(
  page: Page,
  name: DemoPerson,
  act: Act,
  number: number,
  stored: string,
): Promise<Prepared> {
  await goTo(page, act.path)
  await act.open(page, stored)
  // What a tab read before is drawn first. A person looks at it once it is as it is, if it ever is.
  const { seen = whole } = act
  if (!act.isAdded)
    await expect
      .poll(() => act.shown(page), { timeout: 8_000 })
      .toBe(seen(stored))
      .catch(() => undefined)
  const saw = await act.shown(page)
  return { page, name, act, saw, number, press: await act.begin(page, saw, number) }
}

/**
 * Presses, and presses again until the page says that it is done, or until the person gives up what is refused.
 * `release`: what the page may read only after the first press.
 */
export async function complete(
  {
    page,
    name,
    act,
    saw,
    number,
    press: { made, already, about = whole, reopen, button, told, going, again, press, done },
  }: Prepared,
  { fault, release }: { fault: Fault; release?: (() => Promise<void>) | undefined },
): Promise<Done> {
  const card = page.getByRole('button', { name: 'Dismiss' })
  const said = page.getByRole('alert').or(page.locator('[data-question]')).or(card)
  const asked = (told ? said.or(told) : said).first()
  async function clickInView() {
    // A bar that stays in view may lie over what is at the edge. A person scrolls.
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }), undefined, { timeout: 5_000 })
    if (await hasTouch(page)) await button.tap({ timeout: 5_000 })
    else await button.click({ timeout: 5_000 })
  }
  const click = press ?? clickInView
  let isAsked = false
  let presses = 0
  await expect(async () => {
    if (presses > 0 && (await asked.isVisible())) isAsked = true
    if (presses > 0 && (await done.isVisible())) return
    if (presses > 0 && (await going?.first().isVisible())) {
      if (going) await expect(going).toHaveCount(0)
      return expect(done).toBeVisible({ timeout: 5_000 })
    }
    if (presses >= mostPresses) return
    presses += 1
    if (presses === 1) {
      try {
        await pressAmid(fault, page, name, click)
        if (release) await page.waitForTimeout(300)
      } finally {
        await release?.()
      }
    } else {
      await signInWhereOver(page, name)
      // What asks before it is done was closed by a press elsewhere, such as signing in again.
      const isGone = !(await button.isVisible())
      const isAsBefore = already === undefined && (await act.shown(page)) === saw
      if (isGone && (await again?.isVisible())) await again?.click()
      else if (isGone && reopen) await reopen()
      else if (isGone && isAsBefore) await act.begin(page, saw, number)
      if (await button.isVisible()) await click()
    }
    // A busy machine takes its time.
    await done
      .or(asked)
      .first()
      .waitFor({ timeout: 20_000 })
      .catch(() => undefined)
    await expect(done).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  const isDone = await done.isVisible()
  const { key, seen = whole, isAdded = false } = act
  const seenOfIt = (stored: string) => about(seen(stored))
  return { key, seen: seenOfIt, saw: about(already ?? saw), isAsked, isAdded, ...(isDone && { made }) }
}

/** What going up to the press has done, if it has stored something. */
export function doneAlready({
  act: { key, seen, isAdded = false },
  saw,
  press: { already },
}: Prepared): Done | undefined {
  return already === undefined ? undefined : { key, seen, saw, made: () => already, isAsked: false, isAdded }
}

/** What the table of the walk calls it. */
export function kindOf({ act: { kind, key }, press: { verb } }: Prepared): string {
  return [kind ?? key, verb].filter(Boolean).join(', ')
}
