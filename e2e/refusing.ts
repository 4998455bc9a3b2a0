import type { Page } from '@playwright/test'

export const refusalReason = 'The disk is full.'

/** The server refuses this mutation until the returned function is called. */
export async function refuse(page: Page, mutation: string): Promise<() => Promise<void>> {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes(mutation)
      ? route.fulfill({ json: { errors: [{ message: refusalReason, extensions: { code: 'INTERNAL' } }] } })
      : route.continue(),
  )
  return () => page.unroute('**/graphql')
}
