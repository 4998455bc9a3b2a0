import type { ColumnType, Generated } from 'kysely'

export type PersonState = 'pending' | 'active' | 'deactivated'

/** Made by the database; never given by a statement of ours. */
type Made<T> = ColumnType<T, never, never>

export interface PersonTable {
  personid: string
  issuer: string
  sub: string
  state: Generated<PersonState>
  groups: Generated<string[]>
  all_sites: Generated<boolean>
  sites: Generated<string[]>
  given_name: string | null
  family_name: string | null
  email: string | null
  email_verified: Generated<boolean>
  phone_number: string | null
  phone_number_verified: Generated<boolean>
  sessions_ended_at: Date | null
  version: Made<number>
  created_at: Made<Date>
}

interface PersonAssertedTable {
  personid: string
  name: string | null
  hpr_number: string | null
  assurance_level: string | null
  first_seen_at: Made<Date>
  last_seen_at: Generated<Date>
}

interface SessionTable {
  sessionid: string
  personid: string
  created_at: Generated<Date>
  last_active_at: Generated<Date>
  user_agent: string | null
  address: string | null
  token_groups: Generated<string[]>
  issuer: string
  provider_sid: string | null
  id_token: string | null
}

interface UsedOnceTable {
  usedid: string
  expires_at: Date
}

interface LimitHitTable {
  key: string
  at: Made<Date>
  expires_at: Date
}

interface EmailCodeTable {
  personid: string
  email: string
  code_mac: string
  tries: Generated<number>
  created_at: Generated<Date>
  expires_at: Date
}

interface MailTable {
  mailid: string
  recipient_name: string | null
  recipient_address: string
  subject: string
  body: string | null
  attempts: Generated<number>
  created_at: Made<Date>
  next_attempt_at: Generated<Date>
  sent_at: Date | null
  failed_at: Date | null
  last_error: string | null
}

interface AccessTokenTable {
  tokenid: string
  personid: string
  name: string
  prefix: string
  token_hash: string
  scopes: string[]
  studies: string[] | null
  created_at: Made<Date>
  expires_at: Date
  removed_at: Date | null
}

interface AccessTokenUseTable {
  tokenid: string
  last_used_at: Generated<Date>
  address: string | null
}

export interface PeopleTables {
  person: PersonTable
  person_asserted: PersonAssertedTable
  session: SessionTable
  used_once: UsedOnceTable
  limit_hit: LimitHitTable
  email_code: EmailCodeTable
  mail: MailTable
  access_token: AccessTokenTable
  access_token_use: AccessTokenUseTable
}
