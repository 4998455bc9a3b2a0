import { afterAll, expect, test } from 'vitest'
import { dropDatabases, emptyDatabase } from '../../../test/beds/database.ts'
import { migrate } from './migrate.ts'
import { withClient } from './prepare-schema.ts'
import { recordTaskRun } from './task-runs.ts'

afterAll(dropDatabases)

test('the role that servers sign in as may record runs, as where DATABASE_OWNER_URL is not set', async () => {
  const { owner, runtime } = await emptyDatabase()
  await migrate({ connectionString: owner.url }, runtime.user)
  const rows = await withClient({ connectionString: runtime.url }, async (client) => {
    await recordTaskRun(client, 'backup', true)
    await recordTaskRun(client, 'backup', false)
    return (await client.query('select task, succeeded_at is not null as whole from task_run')).rows
  })
  expect(rows).toEqual([{ task: 'backup', whole: true }])
})
