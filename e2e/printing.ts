import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect } from '@playwright/test'
import { findBrowser, ownBrowser } from './browser.ts'
import { startDisplay, textOfPdf } from './display.ts'

/** What printing requires and is missing: a browser with windows, a display for them, and a reader of PDF. */
export const lacksForPrinting = [
  ...(ownBrowser === undefined ? ['an installed Chromium'] : []),
  ...['/usr/bin/Xvfb', '/usr/bin/pdftotext'].filter((path) => !existsSync(path)),
]

/**
 * A browser that prints into `folder` without asking, like a ward's browser with a printer. `state` is the signed-in
 * state.
 */
export async function openPrinting(
  state: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<{ context: BrowserContext; printed: () => Promise<string>; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-print-'))
  const display = await startDisplay()
  const profile = join(folder, 'profile')
  await mkdir(join(profile, 'Default'), { recursive: true })
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(toPdf(folder)))
  const { executablePath, env } = await findBrowser()
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    headless: false,
    args: ['--kiosk-printing'],
    env: { ...strings(process.env), ...env, DISPLAY: display.name },
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
  })
  await context.addCookies(state.cookies)
  return {
    context,
    printed: () => printedIn(folder),
    async close() {
      await context.close()
      await display.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Chromium's preferences that select 'Save as PDF' into a folder. */
function toPdf(folder: string) {
  const id = 'Save as PDF'
  const appState = JSON.stringify({
    version: 2,
    recentDestinations: [{ id, origin: 'local', account: '' }],
    selectedDestinationId: id,
  })
  return {
    printing: { print_preview_sticky_settings: { appState } },
    savefile: { default_directory: folder },
    download: { default_directory: folder },
  }
}

/** The text of the single PDF in the folder, once it is complete. */
async function printedIn(folder: string): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      found = (await readdir(folder)).find((name) => name.endsWith('.pdf')) ?? ''
      return found === '' ? 0 : (await stat(join(folder, found))).size
    })
    .toBeGreaterThan(0)
  return textOfPdf(join(folder, found))
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
