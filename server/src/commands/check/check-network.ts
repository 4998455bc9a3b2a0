import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { certificateTrouble, codeOf, isCertificateTrouble, Mistake, rootOf } from '../../mistakes/mistake.ts'
import { type Address, addressesOf, tryAddress } from '../../operations/address-trial.ts'
import { findSecretKey, installationPurpose, isSameText, makeKeyedHash } from '../../secrets/seal.ts'
import type { Findings } from './finding.ts'

const loopback = ['127.0.0.1', 'localhost', '::1']
const waitMs = 5_000

/** Who answers at an address. `earlier`: a Casebook that can't prove yet which installation it belongs to. */
type Answerer = 'this installation' | 'another installation' | 'earlier' | 'another program'

type Settings = Parameters<typeof addressesOf>[0] & Pick<Config, 'production' | 'publicUrl' | 'dataDir' | 'secretKey'>

/** Checks whether the server can listen, and whether people reach it. Knows a running server by the answer it gives. */
export async function checkNetwork(config: Settings, found: Findings) {
  const { host, production, publicUrl, dataDir, secretKey } = config
  if (loopback.includes(host) && production)
    found.note(
      'network',
      `HOST is ${host}: only a proxy on this machine reaches the server. For a balancer elsewhere set HOST=0.0.0.0, or an address of this machine.`,
    )
  const secret = await findSecretKey(secretKey, dataDir)
  for (const address of addressesOf(config)) await checkAddress(address, secret, found)
  if (publicUrl) await checkPublicUrl(publicUrl, secret, found)
}

async function checkAddress(address: Address, secret: string | undefined, found: Findings) {
  const { setting, host, port } = address
  await found.try('network', async () => {
    try {
      await tryAddress(address)
      return `${setting} ${port} at ${host} is free: no server runs here yet.`
    } catch (error) {
      if (codeOf(rootOf(error)) !== 'EADDRINUSE') throw error
      const isOurs =
        setting === 'METRICS_PORT'
          ? await servesMetrics(originOf(address))
          : isCasebook(await whoAnswers(originOf(address), secret).catch(() => 'another program' as const))
      if (!isOurs) throw error
      return `${setting} ${port} at ${host}: this installation's server runs there.`
    }
  })
}

/** During an upgrade, the server of the earlier release still runs. */
const isCasebook = (who: Answerer | { status: number }) => who === 'this installation' || who === 'earlier'

function originOf({ host, port }: Address): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

async function servesMetrics(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(waitMs) }).catch(() => undefined)
  return (await answer?.text())?.includes('casebook_build_info') ?? false
}

/** Asks for a proof that only a server with the same secret can give. Rejects if nothing answers. */
async function whoAnswers(origin: string, secret: string | undefined): Promise<Answerer | { status: number }> {
  const nonce = randomBytes(16).toString('hex')
  const answer = await fetch(`${origin}/health?nonce=${nonce}`, {
    signal: AbortSignal.timeout(waitMs),
    redirect: 'manual',
  })
  const body: { status?: unknown; installation?: unknown } | undefined = await answer.json().catch(() => undefined)
  if (answer.status >= 500) return { status: answer.status }
  if (body?.status !== 'ok') return 'another program'
  if (typeof body.installation !== 'string') return 'earlier'
  const ours = secret && makeKeyedHash(secret, installationPurpose)(nonce)
  return ours && isSameText(ours, body.installation) ? 'this installation' : 'another installation'
}

async function checkPublicUrl(publicUrl: string, secret: string | undefined, found: Findings) {
  try {
    const who = await whoAnswers(publicUrl, secret)
    if (typeof who === 'object')
      found.note(
        'network',
        `PUBLIC_URL ${publicUrl} answers ${who.status} at /health: start a server, or look at the proxy.`,
      )
    else if (who === 'this installation') found.ok('network', `PUBLIC_URL ${publicUrl} leads to this installation.`)
    else if (who === 'earlier')
      found.note(
        'network',
        `PUBLIC_URL ${publicUrl} leads to an earlier release of Casebook, which does not say whether it is this installation.`,
      )
    else
      found.fail(
        'network',
        new Mistake(
          'settings',
          `PUBLIC_URL ${publicUrl} leads to ${who === 'another program' ? who : 'another installation of Casebook, with another secret'}: correct it, or the proxy.`,
        ),
      )
  } catch (error) {
    const root = rootOf(error)
    if (isCertificateTrouble(root))
      found.fail(
        'network',
        new Mistake(
          'settings',
          `PUBLIC_URL ${publicUrl} is not trusted: ${certificateTrouble(root)}; NODE_EXTRA_CA_CERTS names a file with further authorities.`,
        ),
      )
    else
      found.note(
        'network',
        `PUBLIC_URL ${publicUrl} can't be reached from here (${codeOf(root) || 'no answer'}): start the server and the proxy, or it can be reached from outside alone.`,
      )
  }
}
