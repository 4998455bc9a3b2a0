import type { BrowserContext, Page } from '@playwright/test'

/** The server executes the next calls of a mutation, and the page gets their answers only after the returned function is called. */
export async function holdAnswer(page: Page, mutation: string) {
  const held = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(mutation)) return route.fallback()
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  })
  return held.resolve
}

/** The server executes the next call of a mutation, and the line is lost before the page gets its answer. */
export async function loseAnswer(page: Page, context: BrowserContext, mutation: string) {
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(mutation)) return route.fallback()
    await route.fetch()
    await context.setOffline(true)
    // The page may send it again while the line comes back.
    await route.abort().catch(() => undefined)
  })
  return async () => {
    await page.unroute('**/graphql')
    await context.setOffline(false)
  }
}

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

/** The page gets no answer to what it reads until the returned function is called: it shows what was stored before. */
export async function holdReads(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation ')) await held.promise
    // The page may have given it up meanwhile.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    held.resolve()
    await page.unroute('**/graphql')
  }
}
