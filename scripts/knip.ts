import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  workspaces: {
    // The parser of dependency-cruiser.
    '.': {
      entry: [
        'scripts/*.mjs',
        'scripts/{debian,tests}/test*.mjs',
        'scripts/debian/programs.mjs',
        'scripts/mutation/{mutate,mutant-runner,mutant-tests}.mjs',
        'packaging/*.mjs',
        'packaging/container/*.mjs',
      ],
      ignoreDependencies: ['@swc/core'],
    },
    // Any file of the domain may be imported by path, so only unused exports can be detected.
    domain: { includeEntryExports: true },
    // The Node that the server runs on.
    server: {
      // And what the server of 0.1.0 needs, which tests start.
      ignoreDependencies: ['node', '@fastify/static'],
      entry: ['src/main.ts', 'src/cli.ts', 'test/*.ts', 'codegen/*.mjs'],
    },
    // Used by the style sheet.
    web: { ignoreDependencies: ['@fontsource-variable/inter'] },
    e2e: {
      // The reader of the web app's QR codes.
      ignoreDependencies: ['qr'],
      entry: ['*.ts', '{infra,browsers}/playwright.config.ts', 'infra/containers/hammer.mjs', 'screenshots/run.ts'],
    },
    bench: { entry: ['*.ts', '*/run.ts', 'exports/rounds.ts', 'recordings/{reading,read-one}.ts'] },
    robustness: { entry: ['*/run.ts'] },
  },
  // Used by the types generated from the schema.
  ignoreIssues: { 'server/src/graphql/resolver-fn.ts': ['types'] },
  // A constant or a type may be exported although only its own file uses it. Unused ones are reported.
  ignoreExportsUsedInFile: true,
  // System programs.
  ignoreBinaries: ['dpkg-query', 'ldd', 'mount', 'nsenter', 'openssl', 'promtool', 'setpriv', 'umount'],
}

export default config
