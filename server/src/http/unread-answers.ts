import type { ServerResponse } from 'node:http'

/** Shorter answers fit into the kernel's send buffer. */
const shortBytes = 65_536
/** Slower readers are disconnected: 30 seconds, plus the time of the answer at 16 kB a second. */
const graceMs = 30_000
const slowestBytesPerMs = 16
const mostBytesOfPerson = 64_000_000
const mostBytes = 256_000_000

type Unread = { response: ServerResponse; bytes: number; personid: string }

/**
 * Tracks answers that were sent and not yet read. Readers have a time limit, and unread bytes are limited per person
 * and in total. Beyond the limit, the oldest unread answer is dropped.
 */
export function makeUnreadAnswers(limits = { graceMs, slowestBytesPerMs, mostBytesOfPerson, mostBytes }) {
  // In the order in which they were sent.
  const waiting = new Set<Unread>()
  const bytesOf = (which: (unread: Unread) => boolean) =>
    [...waiting].filter(which).reduce((sum, { bytes }) => sum + bytes, 0)

  function dropOldest(which: (unread: Unread) => boolean, most: number) {
    for (const unread of waiting) {
      if (bytesOf(which) <= most) return
      if (!which(unread)) continue
      waiting.delete(unread)
      unread.response.destroy()
    }
  }

  return {
    /** Call before the answer is sent. `bytes` is its length as sent. */
    watch(response: ServerResponse, bytes: number, personid: string): void {
      if (bytes < shortBytes) return
      const unread = { response, bytes, personid }
      waiting.add(unread)
      const timer = setTimeout(() => response.destroy(), limits.graceMs + bytes / limits.slowestBytesPerMs)
      timer.unref()
      response.once('close', () => {
        clearTimeout(timer)
        waiting.delete(unread)
      })
      dropOldest((one) => one.personid === personid, limits.mostBytesOfPerson)
      dropOldest(() => true, limits.mostBytes)
    },
    bytes: () => bytesOf(() => true),
  }
}
