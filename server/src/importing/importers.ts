import type { FastifyBaseLogger } from 'fastify'
import type { Scope } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import type { Database } from '../database/connect.ts'
import type { SessionLimits } from '../identity/sessions/sessions.ts'
import type { ObjectStore } from '../object-store/object-store.ts'

/** What importing needs. */
export type Importers = {
  db: SiteData
  people: Database
  /** Of the server's own task. What is imported is written by the person. */
  scope: Scope
  store: ObjectStore
  log: FastifyBaseLogger
  zone: string
  /** How long sessions last. */
  sessions: SessionLimits
}
