import type pg from 'pg'
import { collectDefaultMetrics, register } from 'prom-client'
import { readDiskRoom } from '../../config/disk-room.ts'
import { askParts, type Part } from '../parts.ts'
import { registerGauges } from './counters.ts'
import { databaseLevels, readDatabaseLevels } from './database-levels.ts'

/** Values that can be read at any time, at each collection. */
export type Levels = {
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  probe: pg.Pool
  sockets: () => number
  subscriptions: () => number
  parts: readonly Part[]
  dataDir: string
}

/**
 * Gauges of the library whose names end in `_total`, which is reserved for counters. Their equivalents without the
 * suffix are kept.
 */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** A part that takes longer counts as down. Less than what a whole reading may take. */
const partLimitMs = 1_500

function measureProcess() {
  if (register.getSingleMetric('process_cpu_seconds_total')) return
  collectDefaultMetrics()
  for (const name of misnamed) register.removeSingleMetric(name)
}

/** Starts measuring the process and the levels. Returns a function that stops it. */
export function measureLevels({ pool, probe, sockets, subscriptions, parts, dataDir }: Levels): () => void {
  measureProcess()
  const aggregator = 'sum'
  const ends = [
    registerGauges(
      [
        { name: 'casebook_pool_connections_in_use', help: 'Database connections at work.', aggregator },
        { name: 'casebook_pool_connections_idle', help: 'Database connections that wait for work.', aggregator },
        { name: 'casebook_pool_waiting', help: 'Calls that wait for a database connection.', aggregator },
        { name: 'casebook_sockets', help: 'Open live-update sockets.', aggregator },
        { name: 'casebook_subscriptions', help: 'Subscriptions on those sockets.', aggregator },
      ],
      () => ({
        casebook_pool_connections_in_use: pool.totalCount - pool.idleCount,
        casebook_pool_connections_idle: pool.idleCount,
        casebook_pool_waiting: pool.waitingCount,
        casebook_sockets: sockets(),
        casebook_subscriptions: subscriptions(),
      }),
    ),
    registerGauges(
      [
        {
          name: 'casebook_dependency_up',
          help: 'Whether a part that the server works with is well: 1, or 0.',
          label: 'dependency',
          aggregator: 'min',
        },
      ],
      async () => ({
        casebook_dependency_up: new Map(
          (await askParts(parts, partLimitMs)).map(({ name, isOk }) => [name, Number(isOk)]),
        ),
      }),
    ),
    registerGauges(
      [
        { name: 'casebook_data_dir_free_bytes', help: 'Room left on the disk of DATA_DIR.', aggregator: 'min' },
        { name: 'casebook_data_dir_size_bytes', help: 'Size of the disk of DATA_DIR.', aggregator: 'min' },
      ],
      async () => {
        const { freeBytes, sizeBytes } = await readDiskRoom(dataDir)
        return { casebook_data_dir_free_bytes: freeBytes, casebook_data_dir_size_bytes: sizeBytes }
      },
    ),
    registerGauges(databaseLevels, () => readDatabaseLevels(probe)),
  ]
  return () => {
    for (const end of ends) end()
  }
}
