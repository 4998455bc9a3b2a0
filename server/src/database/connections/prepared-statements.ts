import type pg from 'pg'

/** Limits of prepared statements per connection, by number and by characters. A plan takes about 50 bytes per character. */
export const mostPrepared = 200
export const mostPreparedCharacters = 250_000
/** A statement that is used once is not worth preparing. */
const mostSeen = 1_000

/** Names are never reused on a connection, so that a closed statement is not mistaken for another. */
type Prepared = { name: string; text: string }

/**
 * Tracks the statements that one connection keeps prepared: the most recently used. A statement is prepared at its
 * second use. Beyond the limits, the least recently used one is closed, in PostgreSQL too.
 */
export function makePreparedStatements(close: (name: string) => void) {
  // In the order of last use.
  const prepared = new Map<string, Prepared>()
  const seen = new Set<string>()
  let characters = 0
  let made = 0

  function isFirstUse(text: string): boolean {
    if (seen.delete(text)) return false
    seen.add(text)
    const [oldest] = seen
    if (seen.size > mostSeen && oldest !== undefined) seen.delete(oldest)
    return true
  }

  return {
    /** The name of a prepared statement, or undefined if it is not kept. */
    nameOf(text: string): string | undefined {
      const known = prepared.get(text)
      if (known) {
        prepared.delete(text)
        prepared.set(text, known)
        return known.name
      }
      if (text.length > mostPreparedCharacters / 10 || isFirstUse(text)) return undefined
      const added = { name: `s${made++}`, text }
      prepared.set(text, added)
      characters += text.length
      for (const oldest of prepared.values()) {
        if (prepared.size <= mostPrepared && characters <= mostPreparedCharacters) break
        prepared.delete(oldest.text)
        characters -= oldest.text.length
        close(oldest.name)
      }
      return added.name
    },
    size: () => prepared.size,
  }
}

/** Closes a statement in PostgreSQL, in order with the statements sent. */
export function closeStatement(client: pg.ClientBase, name: string): void {
  if (!('connection' in client)) return
  const connection = client.connection as pg.Connection & { parsedStatements?: Record<string, unknown> }
  connection.close({ type: 'S', name }, true)
  delete connection.parsedStatements?.[name]
}
