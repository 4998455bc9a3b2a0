import type { RemovedQuery } from '../generated/graphql.ts'

export type RemovedRow = RemovedQuery['listRemoved'][number]
