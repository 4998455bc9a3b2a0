import type pg from 'pg'
import { fileKinds } from '../../records/records.ts'
import type { Level, Reading } from './counters.ts'

/** The tasks whose last run is stored (database/schema/task-runs.ts). Each is shown from the start, with 0 for never. */
export const tasks = ['backup', 'verify', 'verify-history', 'verify-files'] as const
export type Task = (typeof tasks)[number]

/** All servers of one database show the same values. */
const aggregator = 'max'

export const databaseLevels: readonly Level[] = [
  { name: 'casebook_mail_waiting', help: 'Emails that have not gone out yet.', aggregator },
  { name: 'casebook_mail_oldest_waiting_seconds', help: 'Age of the oldest of them; 0 for none.', aggregator },
  { name: 'casebook_mail_given_up', help: 'Emails of the last 30 days that could not be delivered.', aggregator },
  { name: 'casebook_uploads_pending', help: 'Files that are announced and have not arrived.', aggregator },
  {
    name: 'casebook_uploads_oldest_overdue_seconds',
    help: 'How long the file that should have been settled first has been overdue; 0 for none.',
    aggregator,
  },
  { name: 'casebook_history_last_entry', help: 'The highest number of an entry of the history.', aggregator },
  { name: 'casebook_history_room', help: 'Entries that the partitions of the history still take.', aggregator },
  {
    name: 'casebook_task_last_run_timestamp_seconds',
    help: 'When a backup or check last ended, in Unix time; 0 for never.',
    label: 'task',
    aggregator,
  },
  {
    name: 'casebook_task_last_success_timestamp_seconds',
    help: 'When it last ended without a fault, in Unix time; 0 for never.',
    label: 'task',
    aggregator,
  },
]

/** The files of all kinds of records. */
const uploads = fileKinds.map((kind) => `select status, expires_at from current_${kind}`).join(' union all ')

type Row = Record<'waiting' | 'oldest' | 'given_up' | 'pending' | 'overdue' | 'last_entry' | 'history_end', number>
type Run = { task: string; ran: number; succeeded: number }

export async function readDatabaseLevels(probe: pg.Pool): Promise<Reading> {
  const { rows } = await probe.query<Row>(
    `select m.*, u.*, (select coalesce(max(historyid), 0)::float8 from history) as last_entry,
      history_end()::float8 as history_end
    from (select count(*) filter (where failed_at is null)::float8 as waiting,
        coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0)::float8 as oldest,
        count(failed_at)::float8 as given_up
      from mail where sent_at is null) m,
    (select count(*)::float8 as pending,
        greatest(coalesce(extract(epoch from now() - min(expires_at)), 0), 0)::float8 as overdue
      from (${uploads}) upload where status = 'PENDING') u`,
  )
  const [row] = rows
  if (!row) return {}
  const runs = await probe.query<Run>(
    `select task, extract(epoch from ran_at)::float8 as ran,
      coalesce(extract(epoch from succeeded_at), 0)::float8 as succeeded from task_run`,
  )
  const of = (read: (run: Run) => number) =>
    new Map(
      tasks.map((task) => {
        const run = runs.rows.find((each) => each.task === task)
        return [task, run ? read(run) : 0]
      }),
    )
  return {
    casebook_mail_waiting: row.waiting,
    casebook_mail_oldest_waiting_seconds: row.oldest,
    casebook_mail_given_up: row.given_up,
    casebook_uploads_pending: row.pending,
    casebook_uploads_oldest_overdue_seconds: row.overdue,
    casebook_history_last_entry: row.last_entry,
    casebook_history_room: row.history_end - row.last_entry - 1,
    casebook_task_last_run_timestamp_seconds: of(({ ran }) => ran),
    casebook_task_last_success_timestamp_seconds: of(({ succeeded }) => succeeded),
  }
}
