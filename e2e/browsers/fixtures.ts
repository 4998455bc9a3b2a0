import { writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { type Caller, callAs } from '../api.ts'
import type { Maker, Size } from './driver.ts'
import { makeFirefox } from './firefox.ts'
import { Screen } from './screen.ts'
import { makeWebkit } from './webkit.ts'

const makers = { firefox: makeFirefox, webkit: makeWebkit }

/** The options of a project. */
export interface BrowserOptions {
  kind: keyof typeof makers
  size: Size
}

interface Journey {
  /** Calls the API as the administrator, to prepare data. */
  admin: Caller
  /** Opens a browser of this kind in which nobody is signed in. Each has its own cookies. */
  openScreen: () => Promise<Screen>
}

export const test = base.extend<Journey, BrowserOptions & { maker: Maker }>({
  kind: ['firefox', { option: true, scope: 'worker' }],
  size: [
    { width: 1280, height: 800 },
    { option: true, scope: 'worker' },
  ],

  maker: [
    async ({ kind }, use) => {
      const maker = await makers[kind]()
      await use(maker)
      await maker.close()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ kind: _ }, use) => use(process.env.CASEBOOK_ADDRESS),

  admin: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext()
    await use(await callAs(context, baseURL ?? '', 'admin'))
    await context.dispose()
  },

  openScreen: async ({ maker, size, baseURL }, use, testInfo) => {
    const open: Screen[] = []
    await use(async () => {
      const screen = new Screen(await maker.open(size), baseURL ?? '')
      open.push(screen)
      return screen
    })
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    for (const [index, { driver }] of open.entries()) {
      if (hasFailed) await writeFile(testInfo.outputPath(`person-${index + 1}.png`), await driver.picture())
      await driver.close()
    }
  },
})
