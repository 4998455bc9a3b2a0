import { defineConfig } from '@playwright/test'
import type { BrowserOptions } from './fixtures.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

export default defineConfig<object, BrowserOptions>({
  testDir: '.',
  outputDir: '../test-results/browsers',
  globalSetup: '../global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: (['firefox', 'webkit'] as const).flatMap((kind) => [
    { name: `${kind} desk`, use: { kind, size: desk } },
    { name: `${kind} phone`, use: { kind, size: phone } },
  ]),
})
