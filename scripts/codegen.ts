import type { CodegenConfig } from '@graphql-codegen/cli'

const scalars = { EpochSeconds: 'number', Instant: 'string' }

const config: CodegenConfig = {
  schema: 'domain/src/**/*.graphql',
  documents: 'web/src/**/*.graphql',
  ignoreNoDocuments: true,
  emitLegacyCommonJSImports: false,
  generates: {
    'server/src/generated/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        contextType: '../graphql/context.ts#RequestContext',
        useTypeImports: true,
        enumsAsTypes: true,
        scalars,
        defaultMapper: 'unknown',
        customResolverFn: '../graphql/resolver-fn.ts#ResolverFn',
      },
    },
    'server/src/shapes/generated/field-names.ts': { plugins: ['./server/codegen/field-names.mjs'] },
    'web/src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: { useTypeImports: true, enumsAsTypes: true, scalars, documentMode: 'string' },
    },
  },
}

export default config
