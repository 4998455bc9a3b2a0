import { join } from 'node:path'
import { type Bed, copyTestbeds, freePorts } from '../beds.ts'
import { casebook, Instance } from '../instance.ts'
import { installProxies } from './proxies.ts'

/** Two servers with one PostgreSQL and one data folder, in local mode, without a load balancer. */
export type Pair = {
  home: string
  /** The port for a load balancer. */
  port: number
  postgres: Bed
  instances: [Instance, Instance]
  ports: [number, number]
  env: Record<string, string>
  /** An access token of an administrator. */
  token: string
  /** Calls the first server. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are examined.
  ask: (query: string) => Promise<any>
  close: () => Promise<void>
}

/** The written devices that are missing. */
export async function missingOf({ ask }: Pair, written: readonly string[]): Promise<string[]> {
  const { listDevices } = await ask('{ listDevices(siteid: "oslo") { deviceid } }')
  const there = new Set(listDevices.map(({ deviceid }: { deviceid: string }) => deviceid))
  return written.filter((deviceid) => !there.has(deviceid))
}

type Options = {
  settings?: Record<string, string>
  /** The main file of another version to begin with. */
  main?: string
  /** The database's address for the servers, if it differs from the actual one. */
  databaseUrl?: (lies: string) => Promise<string>
}

export async function openPair(options: Options = {}): Promise<Pair> {
  const { settings = {}, main, databaseUrl = async (lies) => lies } = options
  const testbeds = process.env.CASEBOOK_TESTBEDS
  if (!testbeds) throw new Error('Start it by "npm run test:infra", which looks for the test beds.')
  const beds = await copyTestbeds(testbeds)
  const port = await freePorts(10)
  const ports: [number, number] = [port + 1, port + 2]
  const instances: Instance[] = []
  const close = async () => {
    await Promise.all(instances.map((instance) => instance.kill()))
    await beds.destroy()
  }
  try {
    const postgres = await beds.start('pg.sh', 'pg', { port: port + 3 })
    const env = {
      PUBLIC_URL: `https://127.0.0.1:${port}`,
      TRUST_PROXY: '127.0.0.1',
      SECRET_KEY: 'a secret for tests, thirty-two characters and more',
      DATABASE_URL: await databaseUrl(postgres.env.DATABASE_URL ?? ''),
      DATABASE_POOL_SIZE: '10',
      DATA_DIR: join(beds.home, 'data'),
      EXAMPLE_DATA: 'false',
      CALLS_PER_MINUTE: '0',
      DRAIN_SECONDS: '5',
      ...settings,
    }
    const make = (which: number) => {
      const instance = new Instance({ ...env, PORT: String(which) }, join(beds.home, `server-${which}.log`))
      return Object.assign(instance, main && { main })
    }
    await installProxies(testbeds)
    const both: [Instance, Instance] = [make(ports[0]), make(ports[1])]
    instances.push(...both)
    for (const instance of both) await instance.start()
    const issuer = `${env.PUBLIC_URL}/oidc`
    await casebook(env, 'grant-admin', '--iss', issuer, '--sub', 'script')
    const whose = ['--iss', issuer, '--sub', 'script']
    const what = ['--name', 'load', '--scopes', 'read,write', '--days', '1']
    const said = await casebook(env, 'token', 'add', ...whose, ...what)
    const token = said.trim()
    const ask = async (query: string) => {
      const answer = await fetch(`http://127.0.0.1:${ports[0]}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query }),
      })
      const { data, errors } = await answer.json()
      if (errors) throw new Error(JSON.stringify(errors))
      return data
    }
    await ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
    return { home: beds.home, port, postgres, instances: both, ports, env, token, ask, close }
  } catch (error) {
    await close()
    throw error
  }
}
