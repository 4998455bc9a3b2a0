import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'domain', root: 'domain', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          pool: 'forks',
          globalSetup: 'test/cluster.ts',
          setupFiles: 'test/drop-databases.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
