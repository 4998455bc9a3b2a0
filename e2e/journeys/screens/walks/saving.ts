import { expect, type Page } from '@playwright/test'
import type { DemoPerson } from '../../../api.ts'
import { type Fault, pressAmid } from './faults.ts'
import type { Judge, Opened } from './judge.ts'

/** Shown while what was typed is not saved. */
export function unsavedOf(page: Page, { at }: Opened) {
  if (at.unsaved) return page.locator(at.unsaved)
  return page.locator('[data-unsaved]').or(page.getByRole('button', { name: 'Save correction' }))
}

/** Saves until the screen says that it is saved, and answers what it asks. `fault` happens at the first press. */
export async function save(
  page: Page,
  name: DemoPerson,
  opened: Opened,
  judge: Judge,
  random: () => number,
  fault: Fault,
) {
  const { at, texts, kept } = opened
  const button = page.getByRole('button', { name: at.save, exact: true })
  const question = page.locator('[data-question]').first()
  const unsaved = unsavedOf(page, opened)
  const confirm = page.getByRole('button', { name: at.confirm ?? 'none', exact: true })
  let present = fault
  await expect(async () => {
    if (await question.isVisible()) {
      const asked = await question.locator('strong').first().textContent()
      const key = at.fields.find(({ label }) => label === asked)?.key ?? ''
      const isMine = random() < 0.5
      await question
        .getByRole('button', { name: isMine ? /^Keep (mine|this one)/ : /^Take the(irs| other one)/ })
        .click({ timeout: 5_000 })
      judge.count('asked')
      if (isMine) kept.add(key)
      else texts.delete(key)
    }
    // The clock is no form: a refusal says that somebody else corrected it, and the next press replaces that.
    const refusal = page.getByRole('button', { name: 'Dismiss' }).first()
    if (at.save === 'Save correction' && (await refusal.isVisible())) {
      await refusal.click()
      judge.count('asked')
      for (const { key } of at.fields) kept.add(key)
    }
    const press = async () => {
      if (await confirm.isVisible()) await confirm.click({ timeout: 5_000 })
      else if (await unsaved.first().isVisible()) await button.click({ timeout: 5_000 })
    }
    const now = present
    present = 'none'
    await pressAmid(now, page, name, press)
    await expect(unsaved).toHaveCount(0, { timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
}

/**
 * Closes the page with what is typed in it, and opens it again. A page that asked before it was left may forget it;
 * otherwise it must still be there.
 */
export async function comeBack(page: Page, opened: Opened, judge: Judge, step: string) {
  const { at, texts } = opened
  let isAsked = false
  const answer = (dialog: { accept: () => Promise<void> }) => {
    isAsked = true
    void dialog.accept()
  }
  page.on('dialog', answer)
  await page.goto(at.path)
  page.off('dialog', answer)
  await at.open(page)
  const isAsStored = ([key, number]: [string, number]) =>
    at.fields.find((field) => field.key === key)?.stored(number) === judge.stored(key)
  // Who ticks what is ticked already has typed nothing.
  if ([...texts].every(isAsStored)) return texts.clear()
  const unsaved = unsavedOf(page, opened).first()
  if (
    await unsaved.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  )
    return
  if (isAsked) judge.count('left')
  else judge.lost.push(`${step} came back, and what was typed is gone`)
  texts.clear()
}
