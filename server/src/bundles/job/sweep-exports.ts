import { exportFailures } from '@casebook/domain/exports/failures.ts'
import type { FastifyBaseLogger } from 'fastify'
import { proveScope, systemActor } from '../../access/scope.ts'
import { endExport, expireExport, listExpired } from '../../exports/exports.sql.ts'
import type { Services } from '../../graphql/context.ts'
import { exportObjectName } from '../../object-store/object-store.ts'
import { write } from '../../writes/write.ts'
import { cleanUp } from './run-export.ts'
import { listLeftovers } from './work.sql.ts'

/** Removes the files of exports past their retention, and what cancelled and interrupted exports left. */
export async function sweepExports({
  db,
  store,
  log,
}: Pick<Services, 'db' | 'store'> & { log: FastifyBaseLogger }): Promise<void> {
  const scope = proveScope(systemActor('exports'), 'all')
  for (const { exportid } of await listExpired(db, scope)) {
    // The file is removed first. In the other order, a crash in between would leave it forever.
    await store.remove(exportObjectName(exportid))
    await write(db, scope, undefined, (tx) => expireExport(tx, exportid))
    log.info({ exportid }, 'an expired export was removed')
  }
  const { ended, lost } = await listLeftovers(db, scope)
  for (const left of ended) await cleanUp({ db, scope, store }, left)
  for (const { exportid } of lost) {
    await write(db, scope, undefined, (tx) =>
      endExport(tx, exportid, { state: 'FAILED', problem: exportFailures.lost }),
    )
  }
}
