import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/database/schema/migrate.ts'
import { type EmbeddedConnections, startEmbeddedPostgres } from '../src/embedded-postgres/launcher.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: EmbeddedConnections
  }
}

const quiet = () => undefined
const complain = (message: string) => process.stderr.write(`${message}\n`)

/**
 * One PostgreSQL for the whole run. Its database `casebook` is migrated and stays empty: every test database is a copy
 * of it.
 */
export async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'casebook-tests-'))
  const log = { debug: quiet, info: quiet, warn: quiet, error: complain }
  const { stop, owner, runtime, superuser } = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const teardown = async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await migrate({ connectionString: owner.url }, runtime.user).catch(async (error) => {
    await teardown()
    throw error
  })
  project.provide('cluster', { owner, runtime, superuser })
  return teardown
}
