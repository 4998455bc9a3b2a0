import type { CDPSession, Page } from '@playwright/test'
import type { Bed, Study } from '../beds/bed.ts'
import { openChromium } from '../beds/chromium.ts'
import { type Finding, spread } from '../report/report.ts'

const slowdown = 4
const loads = 5
/** The original identifiers. Other cases rename some of the subjects. */
const firstShown = /^S-\d{6}$/

/** The web app in Chromium with its processor slowed down four times: the first load of a list, and scrolling through it. */
export const webApp = {
  name: 'web-app',
  async run(bed: Bed): Promise<Finding[]> {
    const { context, close } = await openChromium(bed.casebook.origin, 'nurse')
    try {
      const page = await context.newPage()
      const devTools = await context.newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const { thousand, tenThousand } = bed.studies
      return [
        ...(await loadList(page, devTools, thousand, '1,000')),
        ...(await scrollList(page, '1,000')),
        ...(await loadList(page, devTools, tenThousand, '10,000')),
        ...(await scrollList(page, '10,000')),
      ]
    } finally {
      await close()
    }
  },
}

const rows = 'table tbody tr, [role="rowgroup"] [role="row"]'

/** From the address to the rows, with an empty cache. */
async function loadList(page: Page, devTools: CDPSession, { studyid }: Study, size: string): Promise<Finding[]> {
  const shown: number[] = []
  const painted: number[] = []
  let kilobytes = 0
  for (let load = 0; load < loads; load++) {
    await page.goto('about:blank')
    await devTools.send('Network.clearBrowserCache')
    const began = performance.now()
    await page.goto(`/studies/${studyid}/subjects`)
    await page.getByText(firstShown).first().waitFor()
    shown.push(performance.now() - began)
    const measured = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
      const entries = performance.getEntriesByType('resource')
      const bytes = entries.reduce(
        (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0),
        0,
      )
      return { paint, kilobytes: bytes / 1024 }
    })
    painted.push(measured.paint)
    kilobytes = measured.kilobytes
  }
  return [
    {
      name: `first load of a list of ${size} subjects, processor slowed ${slowdown} ×, to its rows`,
      measured: `${spread(shown, 0)} ms; first paint ${spread(painted, 0)} ms; ${kilobytes.toFixed(0)} kB`,
      goal: '',
    },
  ]
}

/** Frames while a person scrolls with the wheel for three seconds. */
async function scrollList(page: Page, size: string): Promise<Finding[]> {
  await page.locator(rows).first().hover()
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        let last = performance.now()
        const end = last + 3_000
        const look = (now: number) => {
          gaps.push(now - last)
          last = now
          if (now < end) requestAnimationFrame(look)
          else resolve(gaps)
        }
        requestAnimationFrame(look)
      }),
  )
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(45)
  }
  const gaps = (await frames).sort((one, other) => one - other)
  const at = (share: number) => (gaps[Math.floor(gaps.length * share)] ?? Number.NaN).toFixed(0)
  return [
    {
      name: `scrolling ${size} subjects, processor slowed ${slowdown} ×: time from frame to frame`,
      measured: `${at(0.5)} ms in the middle, ${at(0.95)} ms at 95 %, ${at(0.999)} ms at worst`,
      goal: '',
    },
  ]
}
