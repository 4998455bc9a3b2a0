import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  workspaces: {
    '.': { entry: ['scripts/*.mjs'] },
    // Whatever lies in the domain may be imported by name, so only its exports can be found unused.
    domain: { includeEntryExports: true },
    server: { entry: ['src/main.ts', 'src/cli.ts', 'test/*.ts'] },
    web: {},
    e2e: { entry: ['*.ts', 'journeys/**/*.ts'] },
    bench: { entry: ['*.ts'] },
  },
  ignore: ['**/generated/**'],
}

export default config
