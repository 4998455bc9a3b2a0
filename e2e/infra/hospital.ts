import { join } from 'node:path'
import { type Bed, copyTestbeds, freePorts, type Testbeds } from './beds.ts'
import { Caller } from './caller.ts'
import { casebook, Instance } from './instance.ts'
import { startProvider } from './provider.ts'

/** An installation as in a hospital: two servers behind haproxy, with PostgreSQL, S3, SMTP and an identity provider. */
export type Hospital = {
  address: string
  home: string
  postgres: Bed
  s3: Bed
  smtp: Bed
  balancer: Bed
  instances: [Instance, Instance]
  /** The servers' settings, for commands on the same machine. */
  env: Record<string, string>
  admin: Caller
  signIn: (name: string) => Promise<Caller>
  close: () => Promise<void>
}

export async function openHospital(testbeds: string): Promise<Hospital> {
  const beds = await copyTestbeds(testbeds)
  try {
    return await open(beds)
  } catch (error) {
    await beds.destroy()
    throw error
  }
}

async function open(beds: Testbeds): Promise<Hospital> {
  const port = await freePorts(40)
  const address = `http://127.0.0.1:${port}`
  const secret = 'only for tests on loopback'
  const [first, second] = [port + 1, port + 2]
  const s3 = await beds.start('s3.sh', 's3', { port: port + 3, 'mon-port': port + 10, origin: address })
  const s3Front = await beds.start('lb.sh', 's3-front', { port: port + 4, apps: port + 3, health: '' })
  const postgres = await beds.start('pg.sh', 'pg', { port: port + 5 })
  const smtp = await beds.start('smtp.sh', 'smtp', { port: port + 6 })
  const balancer = await beds.start('lb.sh', 'lb', {
    port,
    apps: `${first},${second}`,
    health: '/serving',
    retry: 'yes',
  })
  const provider = await startProvider({ port: port + 7, appUrl: address, secret })
  await postgres.run('psql', '-c', `create role casebook_app login password 'runtime'`)

  const owner = new URL(postgres.env.DATABASE_URL ?? '')
  const runtime = new URL(owner)
  Object.assign(runtime, { username: 'casebook_app', password: 'runtime' })
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: address,
    ALLOW_HTTP: 'true',
    TRUST_PROXY: '127.0.0.1',
    SECRET_KEY: 'a secret for tests, thirty-two characters and more',
    DATABASE_URL: runtime.href,
    DATABASE_OWNER_URL: owner.href,
    DATABASE_POOL_SIZE: '10',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'casebook',
    OIDC_CLIENT_SECRET: secret,
    OIDC_SCOPES: 'openid profile email',
    ...s3.env,
    S3_PUBLIC_ENDPOINT: s3Front.env.BASE_URL ?? '',
    SMTP_URL: smtp.env.SMTP_URL ?? '',
    MAIL_FROM: 'Casebook <casebook@example.org>',
    DRAIN_SECONDS: '2',
    DATA_DIR: join(beds.home, 'data'),
  }
  const make = (place: number): Instance =>
    new Instance({ ...env, PORT: String(port + place) }, join(beds.home, `server-${place}.log`))
  const instances: [Instance, Instance] = [make(1), make(2)]
  const close = async () => {
    await Promise.all(instances.map((instance) => instance.drain()))
    provider.stop()
    await beds.destroy()
  }

  try {
    await Promise.all(instances.map((instance) => instance.start()))
    const admin = new Caller(address)
    await casebook(env, 'grant-admin', '--iss', provider.issuer, '--sub', 'admin')
    await admin.signIn('admin')
    const signIn = async (name: string) => {
      const caller = new Caller(address)
      await caller.signIn(name)
      return caller
    }
    return { address, home: beds.home, postgres, s3, smtp, balancer, instances, env, admin, signIn, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Signs a person in for the first time, and lets the administrator approve them. */
export async function addStaff({ admin, signIn }: Hospital, name: string, groups: string[]): Promise<Caller> {
  await signIn(name)
  const { listPeople } = await admin.ask('{ listPeople(state: PENDING) { personid sub } }')
  const { personid } = listPeople.find(({ sub }: { sub: string }) => sub === name)
  await admin.ask(
    'mutation ($personid: ID!, $input: RightsInput!) { approvePerson(personid: $personid, input: $input) { state } }',
    { personid, input: { groups, all_sites: true, sites: [] } },
  )
  return signIn(name)
}
