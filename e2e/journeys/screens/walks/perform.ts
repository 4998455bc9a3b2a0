import { expect, type Page } from '@playwright/test'
import type { DemoPerson } from '../../../api.ts'
import type { Act, Done, Press } from './acts/act.ts'
import { type Fault, pressAmid } from './faults.ts'

/** So often a person presses what is refused. */
const mostPresses = 4

/** What a person saw, and the press that they are about to do. */
type Prepared = { act: Act; saw: string; number: number; press: Press }

/** Goes where it is done, looks at the page, and goes on up to the press. */
export async function prepare(page: Page, act: Act, number: number): Promise<Prepared> {
  await page.goto(act.path)
  await act.open(page)
  const saw = await act.shown(page)
  return { act, saw, number, press: await act.begin(page, saw, number) }
}

/**
 * Presses, and presses again until the page says that it is done, or until the person gives up what is refused.
 * `release`: what the page may read only after the first press.
 */
export async function complete(
  page: Page,
  name: DemoPerson,
  { act, saw, number, press: { made, button, press, done } }: Prepared,
  { fault, release }: { fault: Fault; release?: (() => Promise<void>) | undefined },
): Promise<Done> {
  const card = page.getByRole('button', { name: 'Dismiss' })
  const asked = page.getByRole('alert').or(page.locator('[data-question]')).or(card).first()
  const click = press ?? (() => button.click({ timeout: 5_000 }))
  let isAsked = false
  let presses = 0
  await expect(async () => {
    if (presses > 0 && (await asked.isVisible())) isAsked = true
    if (presses > 0 && (await done.isVisible())) return
    if (presses >= mostPresses) return
    presses += 1
    if (presses === 1) {
      await pressAmid(fault, page, name, click)
      if (release) await page.waitForTimeout(300)
      await release?.()
    } else {
      // What asks before it is done was closed by a press elsewhere, such as signing in again.
      const isGone = !(await button.isVisible())
      if (isGone && (await act.shown(page)) === saw) await act.begin(page, saw, number)
      if (await button.isVisible()) await click()
    }
    await expect(done).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  const isDone = await done.isVisible()
  return { key: act.key, saw, isAsked, isAdded: act.isAdded ?? false, ...(isDone && { made }) }
}
