import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,test}/**/*.test.ts'],
    pool: 'forks',
    globalSetup: './test/cluster.ts',
    setupFiles: './test/drop-databases.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
