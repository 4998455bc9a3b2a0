import { readdirSync, readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema } from 'graphql'

const domain = new URL('../../domain/src/', import.meta.url)

/** The schema of the domain, which is the one that is served. */
export function readSchema(): GraphQLSchema {
  const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'))
  return buildSchema(files.map((name) => readFileSync(new URL(name, domain), 'utf8')).join('\n'))
}
