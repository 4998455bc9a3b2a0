import { randomUUIDv7 } from 'node:crypto'

/** A new record's id, ordered by time so that indexes grow at one end. */
export function newId(): string {
  return randomUUIDv7()
}
