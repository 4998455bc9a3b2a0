import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'

// Node itself loads graphql's CommonJS build; the bundler's choice would be a second copy that does not know the first.
const graphql = fileURLToPath(import.meta.resolve('graphql'))

/** Of both projects of this workspace. */
export const shared = defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    pool: 'forks',
    globalSetup: './test/cluster.ts',
    setupFiles: './test/drop-databases.ts',
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
})

/** Tests that take long: of killed servers and databases, of the clients for R and Python, of every text in every argument. npm run test:long runs them. */
export const robustTests = ['test/robust/**/*.test.ts', 'test/clients/**/*.test.ts', '{src,test}/**/*.robust.test.ts']

export default mergeConfig(shared, {
  test: { name: 'server', include: ['{src,test}/**/*.test.ts'], exclude: robustTests },
})
