import { type RawBuilder, sql } from 'kysely'
import type { KeyedWrite } from './idempotency.ts'

/** A condition that makes a guarded statement do nothing if the key was used before. */
export function unlessKeyIsUsed({ repeat, place }: KeyedWrite): RawBuilder<unknown> {
  return sql`where not exists (select from idempotency_key
    where personid = ${repeat.personid} and key = ${repeat.key} and place = ${place})`
}

/** The part of a guarded statement that inserts the key and stores the answer, in the format of `serializeAnswer`. */
export function keepKey({ repeat, place }: KeyedWrite): RawBuilder<unknown> {
  return sql`, kept as (insert into idempotency_key (personid, key, place, body_sha256, reach, answer)
    select ${repeat.personid}, ${repeat.key}, ${place}::int, ${repeat.bodySha256}, ${JSON.stringify(repeat.reach)}::jsonb,
      '{"is":"json","text":' || to_json(json)::text || '}' from done)`
}
