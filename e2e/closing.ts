import type { Locator, Page } from '@playwright/test'

/** The status panel's button. The bar on top has another with the same name. */
export function closeButton(page: Page): Locator {
  return page.getByRole('region', { name: /^Subject status/ }).getByRole('button', { name: 'SUBMIT AND CLOSE' })
}

/** The same in the sticky bar. */
export function barCloseButton(page: Page): Locator {
  return page.getByRole('region', { name: /^Subject (?!status)/ }).getByRole('button', { name: 'SUBMIT AND CLOSE' })
}

/** The dialog for closing. */
export function closeDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: /^Submit and close/ })
}

/** Presses the button and confirms the review of existing and missing records. */
export async function submitAndClose(page: Page): Promise<void> {
  await closeButton(page).click()
  await closeDialog(page).getByRole('button', { name: 'SUBMIT AND CLOSE' }).click()
}
