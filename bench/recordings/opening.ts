import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import type { LargeFile } from './large-files.ts'

type Frames = { middle: number; most95: number; worst: number }

/** In milliseconds and MB. */
export type Opening = {
  firstPicture: number
  all: number
  panning: { while: Frames; after: Frames }
  memory: { before: number; most: number }
  peaks: { found: number; looked: number }
}

type Line = { setRate: (bitsPerSecond: number) => void }

const zooms = 10

/** Opens a recording as a nurse and looks at it. */
export async function openRecordingIn(
  browser: Browser,
  address: string,
  path: string,
  {
    line,
    mbit,
    file,
    names,
    isLookedFor,
  }: {
    line: Line
    mbit: number
    file: LargeFile
    names: readonly string[]
    /** Whether to look for the peaks. */
    isLookedFor: boolean
  },
): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: address })
  const page = await context.newPage()
  try {
    const list = path.replace(/\/recordings\/.*$/, '')
    line.setRate(Number.POSITIVE_INFINITY)
    await page.goto(`/auth/sign-in?${new URLSearchParams({ login_hint: 'nurse', returnTo: list })}`)
    const open = page.getByRole('link', { name: `Open ${file.filename}` })
    await open.waitFor()
    const memory = await watchMemory(browser)
    line.setRate(mbit * 1e6)
    const began = performance.now()
    await open.click()
    await page.waitForFunction(hasLines, undefined, { timeout: 300_000, polling: 20 })
    const firstPicture = performance.now() - began
    await page.getByRole('button', { name: 'Zoom in' }).click()
    const during = await panned(page)
    await page.getByText('The whole file has been read.').waitFor({ timeout: 600_000 })
    const all = performance.now() - began
    const after = await panned(page)
    const peaks = isLookedFor ? await findPeaks(page, file, names) : { found: 0, looked: 0 }
    return { firstPicture, all, panning: { while: during, after }, memory: memory.end(), peaks }
  } finally {
    line.setRate(Number.POSITIVE_INFINITY)
    await context.close()
  }
}

/** Whether the first lane shows a line: saturated pixels, unlike the background and the grid. Runs in the page. */
function hasLines(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('.uplot canvas')
  const drawing = canvas?.getContext('2d')
  if (!canvas || !drawing || canvas.width === 0) return false
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
  let coloured = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha > 128 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured++
  }
  return coloured > 40
}

/** Drags the picture back and forth for two seconds. */
async function panned(page: Page): Promise<Frames> {
  const surface = page.getByRole('group', { name: /^Signals of / })
  await surface.scrollIntoViewIfNeeded()
  const box = await surface.boundingBox()
  if (!box) throw new Error('there is no picture')
  const y = box.y + Math.min(100, box.height / 3)
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    const note = (at: number) => {
      frames.push(at)
      if (frames.length < 2000) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.mouse.move(box.x + box.width / 2, y)
  await page.mouse.down()
  const until = performance.now() + 2000
  for (let step = 0; performance.now() < until; step++) {
    await page.mouse.move(box.x + box.width / 2 + 250 * Math.sin(step / 12), y)
    await page.waitForTimeout(8)
  }
  await page.mouse.up()
  const frames = await page.evaluate(() => {
    const kept = (window as unknown as { frames: number[] }).frames
    return kept.splice(0, 2000)
  })
  const gaps = frames
    .slice(1)
    .map((at, index) => at - (frames[index] ?? at))
    .sort((a, b) => a - b)
  const share = (part: number) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * part))] ?? 0
  return { middle: share(0.5), most95: share(0.95), worst: share(1) }
}

/** Zooms to each peak's activity, then to its middle, and looks for the peak at every step. */
async function findPeaks(page: Page, { peaks }: LargeFile, names: readonly string[]) {
  const surface = page.getByRole('group', { name: /^Signals of / })
  const first = page.getByRole('checkbox').first().locator('xpath=ancestor::li')
  let found = 0
  for (const [index, { value }] of peaks.entries()) {
    await surface.focus()
    await surface.press('0')
    await page.getByRole('button', { name: new RegExp(`^${names[index]}, .* zoom`) }).click()
    // Without a pointer over the picture, the cursor starts in the middle.
    await page.mouse.move(2, 2)
    await surface.focus()
    for (let zoom = 0; zoom < zooms; zoom++) {
      await surface.press('Shift+ArrowRight')
      await surface.press('Shift+ArrowLeft')
      const option = first.filter({ hasText: String(value) })
      const isThere = await option.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      )
      if (isThere) found++
      else console.error(`${value} is not at the cursor at zoom ${zoom}: ${await first.textContent()}`)
      await surface.press('+')
    }
  }
  return { found, looked: peaks.length * zooms }
}

/** Watches the private memory of the largest tab process, in MB: at first, and its maximum. */
async function watchMemory(browser: Browser) {
  const session = await browser.newBrowserCDPSession()
  const read = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    return Math.max(0, ...(await Promise.all(renderers.map(({ id }) => ownMegabytes(id)))))
  }
  const before = await read()
  let most = before
  const timer = setInterval(() => void read().then((now) => (most = Math.max(most, now))), 250)
  return {
    end() {
      clearInterval(timer)
      return { before, most }
    },
  }
}

async function ownMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  return (of('RssAnon') + of('RssShmem')) / 1024
}
