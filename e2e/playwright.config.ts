import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.ts'

const browser = await findBrowser()
const wide = { viewport: { width: 1280, height: 800 } }

/** The main job, forms, running activities, and two people who edit the same. npm test runs these; npm run test:long runs the others and the phone. */
const record = ['editors/*.spec.ts', 'main-job.spec.ts', 'running-activity.spec.ts', 'subject-forms.spec.ts']

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // A journey waits about a third of its time.
  workers: availableParallelism() + 1,
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
    // Recording every step takes about as long as the steps: npx playwright test --trace retain-on-failure does when needed.
    trace: 'off',
  },
  projects: [
    { name: 'record', testMatch: record, use: wide },
    { name: 'desk', testIgnore: record, use: wide },
    {
      name: 'phone',
      // These check 360 pixels themselves.
      testIgnore: 'screens/**',
      // These do not depend on the width of the screen.
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
})
