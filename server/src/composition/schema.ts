import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GraphQLSchema } from 'graphql'
import { createSchema } from 'graphql-yoga'
import { onForbiddenExport } from '../exports/record-refusal.ts'
import { enforceAllow } from '../graphql/allow.ts'
import type { RequestContext } from '../graphql/context.ts'
import { completeDescriptions } from '../graphql/descriptions.ts'
import { EpochSeconds, Instant } from '../graphql/scalars.ts'
import { readShapedTypes } from '../graphql/shaped-types.ts'
import { allResolvers } from './all-resolvers.ts'
import { answerSubscriptions } from './subscriptions.ts'

const domainFolder = fileURLToPath(import.meta.resolve('@casebook/domain/shared/schema.graphql')).replace(
  /shared\/[^/]+$/,
  '',
)

/** The schema as the domain defines it: one .graphql file per feature. */
export function readTypeDefs(): string[] {
  return readdirSync(domainFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(`${domainFolder}${name}`, 'utf8'))
}

/** The names of all root fields. */
export function rootFieldsOf(schema: GraphQLSchema): string[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}))
}

/** A root field that nothing resolves would answer null. */
function refuseUnanswered(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const { name, resolve } of Object.values(type?.getFields() ?? {}))
      if (!resolve) throw new Error(`${name} has no resolver, or npm run codegen has not listed it.`)
}

/** The schema that is served. Throws if a root field has no resolver, or does not declare who may call it. */
export function makeSchema(): GraphQLSchema {
  const schema = createSchema<RequestContext>({
    typeDefs: readTypeDefs(),
    resolvers: [{ EpochSeconds, Instant }, ...allResolvers],
  })
  refuseUnanswered(schema)
  answerSubscriptions(schema)
  completeDescriptions(schema)
  enforceAllow(schema, onForbiddenExport)
  readShapedTypes(schema)
  return schema
}
