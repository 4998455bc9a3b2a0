import { defineConfig } from '@playwright/test'
import { findBrowser } from '../browser.ts'

const browser = await findBrowser()

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/infra',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: browser,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
