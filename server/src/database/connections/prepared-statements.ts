import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

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
function closeStatement(client: pg.ClientBase, name: string): void {
  if (!('connection' in client)) return
  const connection = client.connection as pg.Connection & { parsedStatements?: Record<string, unknown> }
  connection.close({ type: 'S', name }, true)
  delete connection.parsedStatements?.[name]
}

/**
 * A pool for Kysely that names each statement with parameters, so that PostgreSQL parses and plans it once per
 * connection.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client, undefined, (destroy) => client.release(destroy))
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

type Command = PostgresQueryResult<unknown>['command']
const commands: ReadonlySet<string> = new Set(['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE', 'COMMIT', 'ROLLBACK'])
const isCommand = (text: string): text is Command => commands.has(text)

type WrapStatement = (send: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>
type Release = (destroy?: boolean) => void

/**
 * The same for one connection; `around` wraps each statement. Statements sent within one turn of the event loop go out
 * in one write.
 */
export function preparingClient(
  client: pg.ClientBase,
  around: WrapStatement = (send) => send(),
  release: Release = () => undefined,
): PostgresPoolClient {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined
  const prepared = makePreparedStatements((name) => closeStatement(client, name))
  let isHeld = false
  const hold = () => {
    if (isHeld || !stream) return
    isHeld = true
    stream.cork()
    setImmediate(() => {
      isHeld = false
      stream.uncork()
    })
  }

  async function send<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    hold()
    const { command, rowCount, rows } = await around(() =>
      parameters.length === 0
        ? client.query(text)
        : client.query({ name: prepared.nameOf(text), text, values: [...parameters] }),
    )
    // Kysely knows these commands and treats others, such as BEGIN, like a SELECT.
    return { command: isCommand(command) ? command : 'SELECT', rowCount: rowCount ?? 0, rows }
  }

  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(
    asked: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked === 'string') return send(asked, parameters)
    throw new Error('Cursors are not supported: they cannot share a connection with other statements.')
  }
  return { query, release }
}
