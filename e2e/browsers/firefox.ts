import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ElementHandle, launch, type Page } from 'puppeteer-core'
import { textOfPdf } from '../display.ts'
import type { Driver, Element, Maker, Size } from './driver.ts'

const executablePath = '/usr/bin/firefox-esr'

/** Firefox over WebDriver BiDi. Prints into a file without a dialog. */
export async function makeFirefox(): Promise<Maker> {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-firefox-'))
  const paper = join(folder, 'printed.pdf')
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: null,
    userDataDir: join(folder, 'profile'),
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      'ui.prefersReducedMotion': 1,
      'print.always_print_silent': true,
      print_printer: 'Mozilla Save to PDF',
      'print.printer_Mozilla_Save_to_PDF.print_to_file': true,
      'print.printer_Mozilla_Save_to_PDF.print_to_filename': paper,
    },
    env: { ...process.env, HOME: folder, TZ: 'Europe/Oslo' },
  })
  return {
    async open(size) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await fitViewport(page, size)
      return driverOf(page)
    },
    async printed() {
      await whole(paper)
      const text = await textOfPdf(paper)
      await rm(paper)
      return text
    },
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** The oldest supported Firefox does not support screen orientation, which Puppeteer sets together with the size. */
async function fitViewport(page: Page, size: Size) {
  await page.setViewport(size).catch((error) => {
    if (!/unknown command emulation\.setScreenOrientationOverride/.test(String(error))) throw error
  })
  await page.waitForFunction((width) => innerWidth === width, {}, size.width)
}

function driverOf(page: Page): Driver {
  return {
    async open(address) {
      await page.goto(address)
    },
    evaluate: (script, ...args) => page.evaluate(`(${script})(...${JSON.stringify(args)})`) as never,
    async find(script, ...args) {
      const handle = await page.evaluateHandle(`(${script})(...${JSON.stringify(args)})`)
      const element = handle.asElement()
      return element ? elementOf(element as ElementHandle<HTMLElement>) : undefined
    },
    press: (key) => page.keyboard.press(key as 'Enter'),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => page.browserContext().close(),
  }
}

function elementOf(handle: ElementHandle<HTMLElement>): Element {
  return {
    click: () => handle.click(),
    async fill(text) {
      await handle.evaluate((field) => {
        field.focus()
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
      })
      await handle.type(text)
    },
    async choose(option) {
      const value = await handle.evaluate(
        (field, wanted) =>
          [...(field as unknown as HTMLSelectElement).options].find(({ text }) => text === wanted)?.value ?? '',
        option,
      )
      await handle.select(value)
    },
    upload: (path) => (handle as unknown as ElementHandle<HTMLInputElement>).uploadFile(path),
  }
}

/** Resolves when the PDF exists and is complete. */
async function whole(path: string): Promise<void> {
  for (let tries = 0, before = -1; tries < 100; tries += 1) {
    const size = await stat(path).then(
      ({ size }) => size,
      () => 0,
    )
    const ending = size > 0 && size === before ? (await readFile(path)).subarray(-16).toString() : ''
    if (ending.includes('%%EOF')) return
    before = size
    await pause(200)
  }
  throw new Error('Nothing was printed.')
}
