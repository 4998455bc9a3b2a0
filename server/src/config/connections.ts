/** How many connections of a server process serve what, besides the pool of `DATABASE_POOL_SIZE`. */
export const connectionsFor = {
  /** Short statements on shared connections. */
  shortReads: 2,
  shortWrites: 6,
  /** Whether the database responds, even if all others are busy. */
  probe: 1,
  /** Listening for changes. */
  live: 1,
  /** The thread that makes an export. */
  exports: 4,
  /** The thread that measures recordings. */
  measures: 2,
  /** The thread that imports files. */
  imports: 3,
} as const

/** The most connections that a server process opens besides its pool. */
export const connectionsBesidesPool = Object.values(connectionsFor).reduce((sum, count) => sum + count, 0)

/** The embedded PostgreSQL accepts 200 connections. Some are reserved for commands beside the server. */
const embeddedConnections = 190

/** With more processes, the embedded PostgreSQL has no connection left for the pool of each. */
export const mostEmbeddedProcesses = Math.floor(embeddedConnections / (connectionsBesidesPool + 1))

/** The size of each process's pool if several share the embedded PostgreSQL. */
export function embeddedPoolSize(wanted: number, processes: number): number {
  return Math.min(wanted, Math.floor(embeddedConnections / processes) - connectionsBesidesPool)
}
