import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connect.ts'
import type { EmailCodes } from '../identity/email-codes/email-codes.ts'
import type { Live } from '../live/live.ts'
import type { Presence } from '../live/presence.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import type { Call } from '../operations/logging/logging.ts'
import type { MainThread } from '../rate-limits/main-thread.ts'
import type { Turns } from './turns.ts'

/** What every part of the server works with. Created once at start. */
export type Services = {
  config: Pick<
    Config,
    'production' | 'studyTimezone' | 'sessionIdleMinutes' | 'sessionHours' | 'identifiedExportsByGroup'
  >
  db: SiteData
  /** The same for single reads of many records: from the standby if there is one and it has caught up. */
  lists: SiteData
  /** The same database, for tables without site data. */
  people: Database
  /** The same database for single reads of one record. Reads of many callers share a connection. */
  shortReads: SiteData
  shortPeopleReads: Database
  /** The same for single writes of one record (write-guarded.ts). */
  shortWrites: SiteData
  live: Live
  presence: Presence
  store: ObjectStore
  mailer: Mailer
  emailCodes: EmailCodes
  turns: Turns
  mainThread: MainThread
}

/** What a resolver receives for one call. */
export type RequestContext = Services & {
  /** The caller's current rights. On a socket they are updated while it is open. */
  readonly scope: Scope
  /** The public origin that the browser used. */
  origin: string
  /** The session of the call; absent for a token. */
  sessionid?: string
  /** The access token of the call and what it permits; absent for a session. */
  token?: { tokenid: string; scopes: readonly TokenScope[] }
  /** The caller's network address. */
  address: string
  /** The caller's clock when this attempt of the call was sent, in milliseconds since 1970, if the caller said so. */
  clock?: number
  /** What the log and the metrics record of the call. */
  call?: Call
  /** On a socket: calls the listener whenever the caller's rights were reloaded. Returns a function that stops it. */
  onRightsChange?: (listener: () => void) => () => void
}
