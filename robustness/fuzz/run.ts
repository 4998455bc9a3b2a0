// npm run test:fuzz -- [--requests N] [--seed N] [--quick] [--report FILE]
import { parseArgs } from 'node:util'
import { check, expectNone, finish } from '../checks.ts'
import { asSuperuser, deploy, emptyDataDir } from '../deployment.ts'
import { compareWithHistory } from '../records.ts'
import { breakHttp } from './broken-http.ts'
import { breakMultipart } from './broken-multipart.ts'
import { breakSockets } from './broken-sockets.ts'
import { fuzzGraphQL } from './graphql-requests.ts'
import { makeSetting } from './setting.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    quick: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})
const count = Number(values.requests ?? (values.quick ? 2_000 : 100_000))
const broken = values.quick ? 200 : 5_000
const seed = Number(values.seed)
console.log(`seed ${seed}`)

const { dataDir, remove } = await emptyDataDir()
// A memory leak would exceed it.
const server = await deploy({ dataDir, env: { NODE_OPTIONS: '--max-old-space-size=192' } })
try {
  const setting = await makeSetting(server)
  await breakMultipart(setting, broken, seed)
  await breakHttp(setting, broken, seed)
  await breakSockets(setting, broken, seed)
  await fuzzGraphQL(setting, count, seed)
  await check('no record was changed without an actor, and history replays to the records as they are', () =>
    asSuperuser(dataDir, async (client) => {
      expectNone('records that their history does not explain', await compareWithHistory(client))
      const { rows } = await client.query('select count(*)::int as count from history')
      return `${rows[0]?.count} changes`
    }),
  )
  await check('the server lives, answers and has logged no failure', async () => {
    if (!server.isRunning()) throw new Error(server.log.slice(-20).join('\n'))
    const ready = await fetch(`${server.origin}/ready`)
    if (ready.status !== 200) throw new Error(`/ready answers ${ready.status}`)
    expectNone(
      'failures in the log',
      server.log.filter((line) => /"level":(50|60)/.test(line)),
    )
    return undefined
  })
} finally {
  await server.stop()
  await remove()
}
await finish(values.report)
