import { defineConfig } from '@playwright/test'
import { findBrowser } from '../browser.ts'

const browser = await findBrowser()

/** Mostly these wait, a minute for each alert. They use no part of the others. */
const beside = ['servers/watching.spec.ts']

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/infra',
  // One for each project: what measures how parts behave under load is never beside another of its kind.
  workers: 2,
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
  projects: [
    { name: 'beside', testMatch: beside, workers: 1 },
    { name: 'beds', testIgnore: beside, workers: 1 },
  ],
})
