import { type RawBuilder, sql } from 'kysely'
import type { NamedWrite } from './idempotency.ts'

/** A condition by which a guarded statement does nothing where the name was claimed before. */
export function guardOfName({ repeat, place }: NamedWrite): RawBuilder<unknown> {
  return sql`where not exists (select from idempotency_key
    where personid = ${repeat.personid} and key = ${repeat.key} and place = ${place})`
}

/** The part of a guarded statement that claims the name and keeps the answer, as `freeze` writes JSON of the database. */
export function keptName({ repeat, place }: NamedWrite): RawBuilder<unknown> {
  return sql`, kept as (insert into idempotency_key (personid, key, place, body_sha256, answer)
    select ${repeat.personid}, ${repeat.key}, ${place}::int, ${repeat.bodySha256},
      '{"is":"json","text":' || to_json(json)::text || '}' from done)`
}
