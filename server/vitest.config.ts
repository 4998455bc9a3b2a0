import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Node itself loads graphql's CommonJS build; the bundler's choice would be a second copy that does not know the first.
const graphql = fileURLToPath(import.meta.resolve('graphql'))

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    name: 'server',
    include: ['{src,test}/**/*.test.ts'],
    pool: 'forks',
    globalSetup: './test/cluster.ts',
    setupFiles: './test/drop-databases.ts',
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
})
