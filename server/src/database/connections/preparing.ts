import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { closeStatement, makePreparedStatements } from './prepared-statements.ts'

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
