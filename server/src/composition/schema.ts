import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GraphQLSchema } from 'graphql'
import { createSchema } from 'graphql-yoga'
import { activitiesResolvers } from '../activities/activities.resolvers.ts'
import { runningActivitiesResolvers } from '../activities/running/running-activities.resolvers.ts'
import { activityTypesResolvers } from '../activity-types/activity-types.resolvers.ts'
import { changesResolvers } from '../changes/changes.resolvers.ts'
import { devicesResolvers } from '../devices/devices.resolvers.ts'
import { exportsResolvers } from '../exports/exports.resolvers.ts'
import { onForbiddenExport } from '../exports/record-refusal.ts'
import { subjectRecordResolvers } from '../exports/subject-record.resolvers.ts'
import { formTypesResolvers } from '../form-types/form-types.resolvers.ts'
import { formsResolvers } from '../forms/forms.resolvers.ts'
import { renewalResolvers } from '../forms/renewal.resolvers.ts'
import { enforceAllow } from '../graphql/allow.ts'
import type { RequestContext } from '../graphql/context.ts'
import { completeDescriptions } from '../graphql/descriptions.ts'
import { EpochSeconds, Instant } from '../graphql/scalars.ts'
import { readShapedTypes } from '../graphql/shaped-types.ts'
import { historyResolvers } from '../history/history.resolvers.ts'
import { formFilesResolvers } from '../imports/form-files.resolvers.ts'
import { importsResolvers } from '../imports/imports.resolvers.ts'
import { referenceDataResolvers } from '../reference-data/reference-data.resolvers.ts'
import { removedResolvers } from '../removed/removed.resolvers.ts'
import { sitesResolvers } from '../sites/sites.resolvers.ts'
import { studiesResolvers } from '../studies/studies.resolvers.ts'
import { studyDocumentsResolvers } from '../study-documents/study-documents.resolvers.ts'
import { subjectsResolvers } from '../subjects/subjects.resolvers.ts'
import { pendingUploadsResolvers } from '../uploads/pending-uploads.resolvers.ts'
import { usersResolvers } from '../users/users.resolvers.ts'
import { visitsResolvers } from '../visits/visits.resolvers.ts'
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
      if (!resolve) throw new Error(`${name} has no resolver.`)
}

/** The schema that is served. Throws if a root field has no resolver, or does not declare who may call it. */
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
      renewalResolvers,
      activitiesResolvers,
      runningActivitiesResolvers,
      referenceDataResolvers,
      studyDocumentsResolvers,
      pendingUploadsResolvers,
      visitsResolvers,
      exportsResolvers,
      subjectRecordResolvers,
      formFilesResolvers,
      importsResolvers,
      historyResolvers,
      changesResolvers,
      removedResolvers,
      usersResolvers,
    ],
  })
  refuseUnanswered(schema)
  answerSubscriptions(schema)
  completeDescriptions(schema)
  enforceAllow(schema, onForbiddenExport)
  readShapedTypes(schema)
  return schema
}
