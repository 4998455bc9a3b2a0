import { gzipSync } from 'node:zlib'
import { callAs } from '../../api.ts'
import { expect, test } from '../../fixtures.ts'

/** Of JavaScript and CSS together, gzipped. */
const mostBytes = 170_000

test('the studies screen needs at most 170 kB of JavaScript and CSS; the rest is split by route', async ({
  page,
  baseURL,
}) => {
  await callAs(page.request, baseURL ?? '', 'coordinator')
  const sizes = new Map<string, number>()
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\.(js|css)$/.test(pathname)) return
    reading.push(response.body().then((body) => void sizes.set(pathname, gzipSync(body).length)))
  })
  await page.goto('/studies?site=oslo')
  await expect(page.getByRole('table', { name: 'Studies' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await Promise.all(reading)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total, [...sizes].map(([name, size]) => `${size} ${name}`).join('\n')).toBeLessThanOrEqual(mostBytes)
  // The subject's screen is none of it.
  expect([...sizes.keys()].filter((name) => /Subject|FormTypes|Calendar|Users/.test(name))).toEqual([])
})
