import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  workspaces: {
    '.': { entry: ['scripts/*.mjs', 'packaging/*.mjs'] },
    // Whatever lies in the domain may be imported by name, so only its exports can be found unused.
    domain: { includeEntryExports: true },
    server: { entry: ['src/main.ts', 'src/cli.ts', 'test/*.ts'] },
    // Read by the style sheet.
    web: { ignoreDependencies: ['@fontsource-variable/inter'] },
    e2e: { entry: ['*.ts', 'infra/playwright.config.ts', 'screenshots/run.ts'] },
    bench: { entry: ['*.ts'] },
    robustness: { entry: ['*/run.ts'] },
  },
  // Named in the types that the schema's code generator writes.
  ignoreIssues: { 'server/src/platform/resolver-fn.ts': ['types'] },
  // A bound or a type may be exported for its readers though only its own file computes with it; what nothing uses is found.
  ignoreExportsUsedInFile: true,
  // Programs of the system.
  ignoreBinaries: ['ldd', 'mount', 'openssl', 'umount'],
}

export default config
