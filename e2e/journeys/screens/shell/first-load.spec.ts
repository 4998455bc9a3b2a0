import type { Page } from '@playwright/test'
import { callAs } from '../../../api.ts'
import { expect, test } from '../../../fixtures.ts'
import { addActivityType, addSubjects, newSite, newStudy } from '../../../new-site.ts'

/**
 * The maximum bytes of JavaScript and CSS, headers and bodies: everything that this screen loads until the network is
 * idle, including anything prefetched.
 */
const mostBytes = { br: 130_000, gzip: 149_600 }

/** Bytes transferred for each address, headers and body, as counted by a browser that accepts this encoding. */
async function countBytes(page: Page, encoding: 'br' | 'gzip'): Promise<Map<string, number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': encoding } })
  const paths = new Map<string, string>()
  const bytes = new Map<string, number>()
  client.on('Network.responseReceived', ({ requestId, response }) => {
    paths.set(requestId, new URL(response.url).pathname)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId)
    if (path) bytes.set(path, encodedDataLength)
  })
  return bytes
}

for (const encoding of ['br', 'gzip'] as const) {
  const most = mostBytes[encoding]
  test(`the studies screen needs at most ${most / 1000} kB of ${encoding} JavaScript and CSS; the rest is split by route`, async ({
    page,
    baseURL,
  }) => {
    await callAs(page.request, baseURL ?? '', 'coordinator')
    const bytes = await countBytes(page, encoding)
    await page.goto('/studies?site=oslo')
    await expect(page.getByRole('table', { name: 'Studies' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const loaded = [...bytes].filter(([path]) => /\.(js|css)$/.test(path))
    const total = loaded.reduce((sum, [, size]) => sum + size, 0)
    const list = loaded.map(([name, size]) => `${size} ${name}`).join('\n')
    expect(total).toBeGreaterThan(50_000)
    expect(total, list).toBeLessThanOrEqual(most)
    // The subject's screen is not part of it.
    expect(loaded.map(([name]) => name).filter((name) => /Subject|FormTypes|Calendar|Users/.test(name))).toEqual([])
  })
}

for (const [accept, encoding] of [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
] as const) {
  test(`to a browser that takes ${accept} the app is sent ${encoding ?? 'as it is'}, to be kept @desk`, async ({
    request,
  }) => {
    const headers = { 'accept-encoding': accept }
    const page = await request.get('/studies', { headers })
    expect(page.headers()['content-encoding']).toBe(encoding)
    expect(page.headers()).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-store' })
    const assets = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, path]) => path ?? '',
    )
    expect(assets.length).toBeGreaterThan(2)
    for (const path of assets) {
      const asset = await request.get(path, { headers })
      expect(asset.headers()['content-encoding'], path).toBe(encoding)
      expect(asset.headers()).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
      expect(asset.headers().vary?.toLowerCase()).toContain('accept-encoding')
      const etag = asset.headers().etag ?? ''
      expect((await request.get(path, { headers: { ...headers, 'if-none-match': etag } })).status()).toBe(304)
    }
  })
}

test('a link to a subject begins to load its screen with the page, not after the app', async ({
  page,
  admin,
  baseURL,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await addActivityType(admin, studyid, 'Stairs')
  const records = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return
    const { query, variables } = request.postDataJSON()
    if (/query SubjectRecord\b/.test(query)) records.add(JSON.stringify(variables))
  })
  await callAs(page.request, baseURL ?? '', 'nurse')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/\/assets\/SubjectScreen-.*\.js$/)
  await page.goto(`/studies/${studyid}/subjects/${subjectid}`, { waitUntil: 'commit' })
  await asked
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Subject: P-1 (identifier)' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Activities' }).getByRole('row', { name: /Stairs/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The screen and each row of it show answers to one query.
  expect([...records]).toEqual([JSON.stringify({ siteid, studyid, subjectid })])
})
