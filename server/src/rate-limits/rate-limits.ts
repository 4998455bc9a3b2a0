import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { unscoped } from '../database/unscoped.ts'

export type Limit = { most: number; seconds: number }

/**
 * Counts one event under `key` for all servers together. Returns undefined, or the seconds until the next event is
 * accepted. Exact only if calls with one key are made one after another, for example under a row lock.
 */
export async function countTowardsLimit(
  db: Database,
  key: string,
  { most, seconds }: Limit,
): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number | null }>`
    with recent as (
      select at from limit_hit where key = ${key} and at > clock_timestamp() - ${seconds} * interval '1 second'
      order by at desc limit ${most}
    ), room as (
      select count(*) < ${most} as is_left, extract(epoch from min(at) - clock_timestamp()) + ${seconds} as wait from recent
    ), taken as (
      insert into limit_hit (key, expires_at)
      select ${key}, clock_timestamp() + ${seconds} * interval '1 second' from room where is_left returning 1
    )
    select case when is_left then null else greatest(1, ceil(wait))::int end as wait from room`.execute(unscoped(db))
  return rows[0]?.wait ?? undefined
}

export async function sweepRateLimits(db: Database): Promise<void> {
  await db.deleteFrom('limit_hit').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('used_once').where('expires_at', '<', sql<Date>`now()`).execute()
}

/** Whether `usedid` is used for the first time. Remembered for `seconds`, on all servers. */
export async function useOnce(db: Database, usedid: string, seconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_once')
    .values({ usedid, expires_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .onConflict((conflict) => conflict.constraint('used_once_pkey').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
