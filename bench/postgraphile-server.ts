// PostGraphile 5 as its documentation has it for production, over the schema `baseline`. Started by baseline.ts.
import { createSecretKey } from 'node:crypto'
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { PgLazyJWTPreset } from 'postgraphile/presets/lazy-jwt'

const { DATABASE_URL: connectionString = '', JWT_SECRET = '', POOL_SIZE = '20' } = process.env

const preset: GraphileConfig.Preset = {
  extends: [PostGraphileAmberPreset, PgLazyJWTPreset],
  pgServices: [
    makePgService({ connectionString, schemas: ['baseline'], poolConfig: { max: Number(POOL_SIZE) }, pubsub: false }),
  ],
  // Plain lists instead of connections: nothing is asked of it that Casebook is not asked too.
  schema: { defaultBehavior: '+list -connection' },
  // As a KeyObject: given as text it is prepared anew for every call, which costs forty times as much.
  grafserv: { graphiql: false, watch: false, pgJwtSecret: createSecretKey(JWT_SECRET, 'utf8') },
  grafast: { explain: false },
}

const server = createServer()
server.on('error', (error) => {
  console.error(error)
  process.exit(1)
})
const instance = postgraphile(preset).createServ(grafserv)
await instance.addTo(server)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) console.log(`PostGraphile is ready: http://127.0.0.1:${address.port}`)
})
