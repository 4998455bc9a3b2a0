import { expect, type Page } from '@playwright/test'
import { goTo, hasTouch } from './acts/going.ts'
import type { World } from './world/world.ts'

/** In the page: since when the press before the last change stands for something else, and when it was pressed. */
type Seen = { stopAt?: number; pressedAt?: number }

/** Notes when Stop appears and when somebody presses, by the page's own clock. */
function watchStop() {
  const seen: Seen = {}
  Object.assign(window, { seenByWalk: seen })
  new MutationObserver(() => {
    if (document.querySelector('[aria-label^="Stop Walk"]')) seen.stopAt ??= performance.now()
  }).observe(document.body, { childList: true, subtree: true, attributes: true })
  document.addEventListener('pointerdown', () => (seen.pressedAt ??= performance.now()), true)
}

/** Until the page reads nothing more, or five seconds: one request that hangs does not end the walk. */
const untilQuiet = (page: Page) => page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)

/**
 * One presses Start, and the other, who sees Start, presses in the same place up to a second later, when it may be Stop.
 * Whatever stands there by then, the activity is not stopped by it. A slow machine may press when Stop was seen for a
 * second: that stops it, as it should.
 */
export async function race(first: Page, second: Page, { press, admin }: World, milliseconds: number): Promise<boolean> {
  const { subjectid, activitytypeid } = press
  const isRunning = async () => {
    const { listRunningActivities } = await admin<{ listRunningActivities: { activitytypeid: string }[] }>(
      'query ($subjectid: ID!) { listRunningActivities(subjectid: $subjectid) { activitytypeid } }',
      { subjectid },
    )
    return listRunningActivities.length > 0
  }
  const cancel = () =>
    admin(
      `mutation ($subjectid: ID!, $activitytypeid: ID!) {
        cancelStart(subjectid: $subjectid, activitytypeid: $activitytypeid) { version } }`,
      { subjectid, activitytypeid },
    )
  for (const page of [first, second]) await goTo(page, press.path)
  const start = (page: Page) => page.getByRole('button', { name: 'Start Walk' })
  // A press whose answer the page left before it came is offered again.
  const kept = (page: Page) => page.getByRole('row', { name: /^Walk/ }).getByRole('button', { name: /^Discard/ })
  for (const page of [first, second]) {
    await untilQuiet(page)
    await expect(async () => {
      // Both may have pressed Start before: the second one is sent again, and starts what was canceled meanwhile.
      if (await isRunning()) await cancel()
      if (await kept(page).isVisible()) await kept(page).click()
      await expect(start(page)).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
  }
  // A finger reaches only what is in view.
  await start(second).scrollIntoViewIfNeeded()
  const place = await start(second).boundingBox()
  const [x, y] = [(place?.x ?? 0) + (place?.width ?? 0) / 2, (place?.y ?? 0) + (place?.height ?? 0) / 2]
  await second.evaluate(watchStop)
  const isTouched = await hasTouch(second)
  await start(first).click()
  await second.waitForTimeout(milliseconds)
  await (isTouched ? second.touchscreen.tap(x, y) : second.mouse.click(x, y))
  await untilQuiet(second)
  const isStill = await isRunning()
  if (isStill) await cancel()
  else
    await admin(
      `mutation ($subjectid: ID!, $activitytypeid: ID!) {
        removeActivity(subjectid: $subjectid, activitytypeid: $activitytypeid) { version } }`,
      { subjectid, activitytypeid },
    )
  const { stopAt, pressedAt } = await second.evaluate(() => (window as unknown as { seenByWalk: Seen }).seenByWalk)
  const wasSeen = stopAt !== undefined && pressedAt !== undefined && pressedAt - stopAt > 1_000
  return isStill || wasSeen
}
