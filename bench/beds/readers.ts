import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Target } from './servers.ts'
import { siteid } from './site.ts'

/** This many people of the measured site, each with a session. Returns the headers of their calls. */
export async function addReaders(
  { superuser, casebook }: { superuser: pg.Client; casebook: Target },
  count: number,
  groups = '{hp}',
): Promise<Record<string, string>[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const rows = tokens.map((token) => {
    const sessionid = createHash('sha256').update(token).digest('hex')
    return { personid: `bench-${sessionid.slice(0, 16)}`, sessionid }
  })
  const given = [rows.map(({ personid }) => personid), rows.map(({ sessionid }) => sessionid)]
  await superuser.query(
    `insert into person (personid, issuer, sub, state, groups, sites, given_name, family_name)
    select personid, 'bench', personid, 'active', $2, '{${siteid}}', 'Reader', personid from unnest($1::text[]) as personid`,
    [given[0], groups],
  )
  await superuser.query(
    `insert into session (sessionid, personid, issuer)
    select sessionid, personid, 'bench' from unnest($1::text[], $2::text[]) as given (personid, sessionid)`,
    given,
  )
  return tokens.map((token) => ({
    'content-type': 'application/json',
    origin: casebook.origin,
    cookie: `casebook_session=${token}`,
  }))
}
