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

type Bucket = { left: number; at: number }

const mostKeys = 50_000

/**
 * A limit on frequent calls, kept in this process's memory: so many per minute for each key, at once or spread.
 * `perMinute` 0 means no limit. Uses a monotonic clock: setting the system time back would lock everyone out.
 */
export function makeCallLimiter(perMinute: number, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()

  return {
    /**
     * Counts a call. Returns undefined, or the seconds until the next call is accepted. A key may have `share` times as
     * many.
     */
    take(key: string, share = 1): number | undefined {
      if (perMinute === 0) return undefined
      const most = perMinute * share
      const perMs = most / 60_000
      const at = now()
      const bucket = buckets.get(key) ?? { left: most, at }
      // The map's first entry is the least recently used key. A full bucket need not be kept.
      buckets.delete(key)
      const oldest = buckets.size >= mostKeys ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      buckets.set(key, bucket)
      bucket.left = Math.min(most, bucket.left + (at - bucket.at) * perMs)
      bucket.at = at
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perMs / 1000))
      bucket.left -= 1
      return undefined
    },
  }
}

export type CallLimiter = ReturnType<typeof makeCallLimiter>

/**
 * Slows down, in this process, who takes more than `perSecond` in the long run: `atOnce` is free of it. `perSecond` 0
 * means no limit.
 */
export function makePace({ atOnce, perSecond }: { atOnce: number; perSecond: number }, now = () => performance.now()) {
  const taken = new Map<string, { amount: number; at: number }>()

  return {
    /** Counts what was taken. Returns the milliseconds to wait before more is taken. */
    take(key: string, amount: number): number {
      if (perSecond === 0) return 0
      const at = now()
      const before = taken.get(key)
      const left = before ? Math.max(0, before.amount - ((at - before.at) / 1000) * perSecond) : 0
      // The map's first entry is the one that took least recently.
      taken.delete(key)
      const oldest = taken.size >= mostKeys ? taken.keys().next().value : undefined
      if (oldest !== undefined) taken.delete(oldest)
      taken.set(key, { amount: left + amount, at })
      return Math.max(0, ((left + amount - atOnce) / perSecond) * 1000)
    },
  }
}

export type Pace = ReturnType<typeof makePace>
