import { withClient } from '../../database/schema/prepare-schema.ts'
import { recordTaskRun } from '../../database/schema/task-runs.ts'
import type { Task } from '../../operations/metrics/database-levels.ts'
import type { CommandContext } from './command.ts'
import { withDatabase } from './command-database.ts'

/** Runs the work and stores when it ended and whether it succeeded, for the metrics. */
export async function recorded(context: CommandContext, task: Task, work: () => Promise<boolean>): Promise<boolean> {
  const record = (succeeded: boolean) =>
    withDatabase(context, ({ owner }) => withClient(owner, (client) => recordTaskRun(client, task, succeeded)))
  let succeeded: boolean
  try {
    succeeded = await work()
  } catch (error) {
    // Report the original error; the database may be unavailable.
    await record(false).catch(() => undefined)
    throw error
  }
  await record(succeeded)
  return succeeded
}
