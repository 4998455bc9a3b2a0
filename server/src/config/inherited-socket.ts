import cluster from 'node:cluster'
import type { Environment } from './setting-reader.ts'

/** The first file descriptor that systemd passes (sd_listen_fds(3)). */
const firstDescriptor = 3

/**
 * The file descriptor of the listening socket that systemd holds, or undefined. Such a socket outlives a restart:
 * connections wait for the next process instead of being refused or reset.
 */
export function inheritedSocket(env: Environment): { fd?: number } {
  // A worker listens through the first process, which is the one that systemd addresses.
  const meant = cluster.isWorker ? process.ppid : process.pid
  const isOurs = Number(env.LISTEN_PID) === meant && Number(env.LISTEN_FDS) > 0
  return isOurs ? { fd: firstDescriptor } : {}
}
