import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GraphQLSchema } from 'graphql'
import { createSchema } from 'graphql-yoga'
import { activitiesResolvers } from '../activities/activities.resolvers.ts'
import { activityTypesResolvers } from '../activity-types/activity-types.resolvers.ts'
import { devicesResolvers } from '../devices/devices.resolvers.ts'
import { formTypesResolvers } from '../form-types/form-types.resolvers.ts'
import { formsResolvers } from '../forms/forms.resolvers.ts'
import { historyResolvers } from '../history/history.resolvers.ts'
import { referenceDataResolvers } from '../reference-data/reference-data.resolvers.ts'
import { removedResolvers } from '../removed/removed.resolvers.ts'
import { sitesResolvers } from '../sites/sites.resolvers.ts'
import { studiesResolvers } from '../studies/studies.resolvers.ts'
import { subjectsResolvers } from '../subjects/subjects.resolvers.ts'
import { usersResolvers } from '../users/users.resolvers.ts'
import { enforceAllow } from './allow.ts'
import type { RequestContext } from './context.ts'
import { EpochSeconds, Instant } from './scalars.ts'
import { readShapedTypes } from './shaped-types.ts'
import { subscriptionsResolvers } from './subscriptions.resolvers.ts'

const domainFolder = fileURLToPath(import.meta.resolve('@casebook/domain/shared/schema.graphql')).replace(
  /shared\/[^/]+$/,
  '',
)

/** The schema as the domain writes it: one .graphql file a feature. */
export function readTypeDefs(): string[] {
  return readdirSync(domainFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(`${domainFolder}${name}`, 'utf8'))
}

/** The schema that is served. Throws where a root field says not who may call it. */
export function makeSchema(): GraphQLSchema {
  const schema = createSchema<RequestContext>({
    typeDefs: readTypeDefs(),
    resolvers: [
      { EpochSeconds, Instant },
      sitesResolvers,
      devicesResolvers,
      studiesResolvers,
      activityTypesResolvers,
      formTypesResolvers,
      subjectsResolvers,
      formsResolvers,
      activitiesResolvers,
      referenceDataResolvers,
      historyResolvers,
      removedResolvers,
      usersResolvers,
      subscriptionsResolvers,
    ],
  })
  enforceAllow(schema)
  readShapedTypes(schema)
  return schema
}
