import type pg from 'pg'
import { release } from '../../config/release.ts'

/**
 * Stores when a backup or check last ended and whether it succeeded, for the metrics. Does nothing on an older schema,
 * as when the new release makes a backup before an upgrade.
 */
export async function recordTaskRun(client: pg.ClientBase, task: string, succeeded: boolean): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.task_run') is not null as there`)
  if (!rows[0]?.there) return
  await client.query(
    `insert into public.task_run as run (task, ran_at, succeeded_at, release)
    values ($1, now(), case when $2 then now() end, $3)
    on conflict (task) do update set ran_at = excluded.ran_at,
      succeeded_at = coalesce(excluded.succeeded_at, run.succeeded_at), release = excluded.release`,
    [task, succeeded, release],
  )
}
