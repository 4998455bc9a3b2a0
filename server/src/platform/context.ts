import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import type { EmailCodes } from '../users/email-codes.ts'
import type { Live } from './live.ts'
import type { Call } from './logging-calls.ts'
import type { Mailer } from './mail/mailer.ts'
import type { ObjectStore } from './object-store/object-store.ts'
import type { Scope } from './scope.ts'

/** What every part of the server works with; made once at start. */
export type Services = {
  config: Config
  db: Database
  /** The same database for single reads of one record: many callers' go out together. */
  shortReads: Database
  /** The same for single writes of one record (write-guarded.ts). */
  shortWrites: Database
  live: Live
  store: ObjectStore
  mailer: Mailer
  emailCodes: EmailCodes
}

/** What a resolver is given for one call. */
export type RequestContext = Services & {
  /** The caller's rights at this moment; on a socket it follows changes while the socket is open. */
  readonly scope: Scope
  /** The public origin that the browser used. */
  origin: string
  /** The session the call came with; absent for a token. */
  sessionid?: string
  /** What the access token that the call came with allows; absent for a session. */
  token?: { scopes: readonly TokenScope[] }
  /** The caller's network address. */
  address: string
  /** What the log and the metrics say of the call. */
  call?: Call
  /** On a socket: calls the listener whenever the caller's rights were read anew; answers how to stop that. */
  onRightsChange?: (listener: () => void) => () => void
}
