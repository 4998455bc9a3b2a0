// npm run codegen: generates the types of the schema's resolvers, and the documents and types of the web app's operations.
// Also generates the types of the tables from schema.sql, and writes the list of all resolvers, which is committed, because the server runs with it.
// Without the generator's own command line, which needs five times as many packages as the rest of it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as resolvers from '@graphql-codegen/typescript-resolvers'
import { buildASTSchema, lexicographicSortSchema, parse } from 'graphql'
import * as fieldNames from '../server/codegen/field-names.mjs'
import { filesBelow } from './freshness.mjs'
import { root } from './run.mjs'

const common = {
  useTypeImports: true,
  enumsAsTypes: true,
  scalars: { EpochSeconds: 'number', Instant: 'string' },
  emitLegacyCommonJSImports: false,
}

const read = (file) => readFileSync(join(root, file), 'utf8')

function write(filename, content) {
  const path = join(root, filename)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** The parsed .graphql files below a folder, in a fixed order. */
function documentsBelow(folder) {
  return filesBelow(folder, /\.graphql$/).map((location) => {
    const rawSDL = read(location)
    return { location, rawSDL, document: parse(rawSDL) }
  })
}

const definitions = documentsBelow('domain/src').flatMap(({ document }) => document.definitions)
const schema = { kind: 'Document', definitions }
const schemaAst = lexicographicSortSchema(buildASTSchema(schema))

/** One generated file, from plugins with their settings. */
async function generate(filename, plugins, config) {
  const pluginMap = Object.fromEntries(plugins.map(([name, plugin]) => [name, plugin]))
  const names = plugins.map(([name]) => ({ [name]: {} }))
  write(filename, await codegen({ filename, schema, schemaAst, documents: [], plugins: names, pluginMap, config }))
}

await generate(
  'server/src/generated/resolvers.ts',
  [
    ['typescript', typescript],
    ['typescript-resolvers', resolvers],
  ],
  {
    ...common,
    contextType: '../graphql/context.ts#RequestContext',
    defaultMapper: 'unknown',
    customResolverFn: '../graphql/resolver-fn.ts#ResolverFn',
  },
)
await generate('server/src/shapes/generated/field-names.ts', [['field-names', fieldNames]], common)

/** The TypeScript type of a column as schema.sql has it. A trigger counts versions; removing sets `removed_at`. */
function typeOfColumn(name, definition, values) {
  if (name === 'version') return 'ColumnType<number, never, never>'
  if (name === 'removed_at') return 'ColumnType<Date | null, never, Date | null>'
  const base =
    values ??
    [
      [/^timestamp/, 'Date'],
      [/^(integer|bigint|double|smallint)/, 'number'],
      [/^boolean/, 'boolean'],
      [/^text\[\]/, 'string[]'],
      [/^text/, 'string'],
    ].find(([pattern]) => pattern.test(definition))?.[1] ??
    'unknown'
  const type = / not null/.test(definition) ? base : `${base} | null`
  const given = base === 'Date' ? `${type} | string` : type
  const isOptional = / default /.test(definition)
  return `ColumnType<${type}, ${isOptional ? `${given} | undefined` : given}, ${given}>`
}

const storedTables = [
  ...read('server/src/database/schema/schema.sql').matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\)/gm),
]
write(
  'server/src/database/generated/stored-tables.ts',
  `import type { ColumnType } from 'kysely'

/** The tables as schema.sql has them. */
export type StoredTables = {
${storedTables
  .map(([, table, body]) => {
    const oneOf = (column) =>
      new RegExp(`CHECK \\(\\(${column} = ANY \\(ARRAY\\[([^\\]]*)\\]`)
        .exec(body)?.[1]
        .replaceAll('::text', '')
        .replaceAll(', ', ' | ')
    const columns = [...body.matchAll(/^ {2}(?!constraint )"?(\w+)"? (.*?),?$/gm)]
    return `  ${table}: {\n${columns.map(([, name, definition]) => `    ${name}: ${typeOfColumn(name, definition, oneOf(name))}\n`).join('')}  }\n`
  })
  .join('')}}
`,
)

const resolverFiles = filesBelow('server/src', /\.resolvers\.ts$/).flatMap((file) => {
  const name = /^export const (\w+): Resolvers = /m.exec(read(file))?.[1]
  return name ? [{ name, path: `../${file.slice('server/src/'.length)}` }] : []
})
write(
  'server/src/composition/all-resolvers.ts',
  `${resolverFiles.map(({ name, path }) => `import { ${name} } from '${path}'\n`).join('')}
/** The resolvers of all features: what the files \`.resolvers.ts\` export. Written by \`npm run codegen\`. */
export const allResolvers = [
${resolverFiles.map(({ name }) => `  ${name},\n`).join('')}]
`,
)

const sections = await preset.buildGeneratesSection({
  baseOutputDir: 'web/src/generated/',
  presetConfig: { fragmentMasking: false },
  config: { ...common, documentMode: 'string' },
  schema,
  schemaAst,
  documents: documentsBelow('web/src'),
  documentTransforms: [],
  plugins: [],
  pluginMap: {},
})
for (const section of sections) write(section.filename, await codegen(section))
