import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

/** So many statement texts are kept ready by each connection. Texts come from the code and from what callers select. */
const mostPrepared = 400
const names = new Map<string, string>()

/** The same text has the same name on every connection; undefined once there are too many. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostPrepared) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** The pool for Kysely, which names each statement with parameters: PostgreSQL then parses and plans it once a connection. */
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

type Around = (send: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>
type Release = (destroy?: boolean) => void

/**
 * The same for one connection; `around` is put around each statement. Whatever is asked before the event loop turns goes
 * out in one write.
 */
export function preparingClient(
  client: pg.ClientBase,
  around: Around = (send) => send(),
  release: Release = () => undefined,
): PostgresPoolClient {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined
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
        : client.query({ name: nameOf(text), text, values: [...parameters] }),
    )
    // Kysely knows these commands and reads the rest, such as BEGIN, as it reads a SELECT.
    return { command: isCommand(command) ? command : 'SELECT', rowCount: rowCount ?? 0, rows }
  }

  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(
    asked: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked === 'string') return send(asked, parameters)
    throw new Error('Cursors are not used: they cannot share a connection with what is sent behind them.')
  }
  return { query, release }
}
