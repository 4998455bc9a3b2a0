// PostGraphile 5 over the schema `baseline`, configured for production as documented. Started by servers.ts.
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
  // Plain lists instead of connections, so that both servers do the same work.
  schema: { defaultBehavior: '+list -connection' },
  // As a KeyObject: a key given as text is parsed for every call, which costs forty times as much.
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
