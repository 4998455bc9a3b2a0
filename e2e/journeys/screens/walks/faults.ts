import { expect, type Page } from '@playwright/test'
import { loseAnswer } from '../../../answers.ts'
import type { DemoPerson } from '../../../api.ts'

/** What happens to the line, or to the session, at a press. */
export type Fault = 'none' | 'offline' | 'lost answer' | 'session over'
export const faults: readonly Fault[] = ['offline', 'lost answer', 'session over']

/** What a browser logs of these faults by itself. */
export const loggedFaults = [/status of 401|WebSocket|Failed to load resource|net::ERR/]

const names: Readonly<Partial<Record<DemoPerson, RegExp>>> = { admin: /Ingrid Solberg/, coordinator: /Lars Haugen/ }

/** Presses while this happens, and returns when the line, or the session, is back. */
export async function pressAmid(fault: Fault, page: Page, name: DemoPerson, press: () => Promise<void>) {
  const context = page.context()
  if (fault === 'none') return press()
  if (fault === 'session over') {
    await context.clearCookies({ name: 'casebook_session' })
    await press()
    return signInAgain(page, name)
  }
  const restore = fault === 'lost answer' ? await loseAnswer(page, context, 'mutation ') : undefined
  if (fault === 'offline') await context.setOffline(true)
  await press()
  // The page notices it, and says so.
  await page.waitForTimeout(1_000)
  await restore?.()
  await context.setOffline(false)
}

const overOf = (page: Page) => page.getByText(/^Your session has ended/)

/** Signs in again where the page says that the session has ended, as a person does who finds that. */
export async function signInWhereOver(page: Page, name: DemoPerson) {
  if (await overOf(page).isVisible()) await signInAgain(page, name)
}

async function signInAgain(page: Page, name: DemoPerson) {
  const over = overOf(page)
  await expect(over).toBeVisible()
  const link = page.getByRole('link', { name: 'Sign in again' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await popup.getByRole('link', { name: names[name] ?? name }).click()
  await expect(over).toBeHidden()
}
