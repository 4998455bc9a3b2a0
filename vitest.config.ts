import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Node itself loads graphql's CommonJS build; the bundler's choice would be a second copy that does not know the first.
const graphql = fileURLToPath(import.meta.resolve('graphql'))

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'domain', root: 'domain', include: ['src/**/*.test.ts'] } },
      {
        resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
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
