import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { findBrowser } from '../../e2e/browser.ts'
import { freePort } from './free-port.ts'

export type Chromium = { context: BrowserContext; debuggingPort: number; close: () => Promise<void> }

/** A Chromium with its own profile that other tools can control as well, signed in as a demo person if one is named. */
export async function openChromium(origin: string, person: string | undefined): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'casebook-chromium-'))
  const debuggingPort = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    ...(await findBrowser()),
    args: [`--remote-debugging-port=${debuggingPort}`],
    baseURL: origin,
  })
  if (person) await signIn(context, person)
  return {
    context,
    debuggingPort,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function signIn(context: BrowserContext, person: string) {
  const page = await context.newPage()
  await page.goto(`/auth/sign-in?login_hint=${person}`)
  await page.waitForURL((url) => !/^\/(auth|idp)\//.test(url.pathname))
  await page.close()
}
