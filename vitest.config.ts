import { defineConfig } from 'vitest/config'

// Property tests take long on a machine that does other things, too; no test is about how long it takes.
const testTimeout = 60_000

export default defineConfig({
  test: {
    projects: [
      'server',
      'server/vitest.robust.config.ts',
      {
        test: {
          name: 'scripts',
          testTimeout,
          root: 'scripts',
          include: ['**/*.test.mjs'],
          exclude: ['**/*.robust.test.mjs'],
        },
      },
      { test: { name: 'robust scripts', testTimeout, root: 'scripts', include: ['**/*.robust.test.mjs'] } },
      {
        test: {
          name: 'domain',
          testTimeout,
          root: 'domain',
          include: ['src/**/*.test.ts'],
          exclude: ['**/*.robust.test.ts'],
        },
      },
      { test: { name: 'robust domain', testTimeout, root: 'domain', include: ['src/**/*.robust.test.ts'] } },
      { test: { name: 'web', testTimeout, root: 'web', include: ['src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
