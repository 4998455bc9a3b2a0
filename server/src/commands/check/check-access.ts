import { createConnection } from 'node:net'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { checkClientKey, examineProvider } from '../../identity/provider/examine-provider.ts'
import { readProviderSettings } from '../../identity/provider/read-provider-settings.ts'
import { certificateTrouble, codeOf, isCertificateTrouble, Mistake, rootOf } from '../../mistakes/mistake.ts'
import type { Findings } from './finding.ts'

/** Checks the provider's metadata and keys, and compares this machine's clock with the provider's. */
export async function checkProvider(config: Config, found: Findings) {
  let settings: ReturnType<typeof readProviderSettings>
  try {
    settings = readProviderSettings(config)
  } catch (error) {
    if (error instanceof ConfigError) return found.fail('provider', error)
    throw error
  }
  if (!settings) {
    found.note('provider', 'There is no OIDC_ISSUER: the embedded provider with its demo people is used.')
    return
  }
  const known = settings
  if (known.clientKey) {
    await found.try('provider', async () => {
      await checkClientKey(known)
      return 'OIDC_CLIENT_KEY holds a private key.'
    })
  }
  try {
    const { keys, aheadSeconds } = await examineProvider(known)
    found.ok('provider', `The provider ${known.issuer} answers, with ${keys} ${keys === 1 ? 'key' : 'keys'}.`)
    found.ok('clock', `This machine's clock and the provider's differ by ${Math.abs(aheadSeconds)} s.`)
  } catch (error) {
    found.fail(error instanceof Mistake && error.kind === 'clock' ? 'clock' : 'provider', error)
  }
}

/** Checks whether people can reach the server: PUBLIC_URL from here, and HOST for a load balancer on another machine. */
export async function checkNetwork({ host, port, publicUrl, production }: Config, found: Findings) {
  const isLoopback = ['127.0.0.1', 'localhost', '::1'].includes(host)
  if (isLoopback && production)
    found.note(
      'network',
      `HOST is ${host}: only a proxy on this machine reaches the server. For a balancer elsewhere set HOST=0.0.0.0, or an address of this machine.`,
    )
  else found.ok('network', `The server listens at ${host}:${port}.`)
  if (await isOpen(isLoopback ? host : '127.0.0.1', port))
    found.ok('network', `Something answers at port ${port}: a server runs.`)
  else found.note('network', `Nothing answers at port ${port}: no server runs here yet.`)
  if (!publicUrl) return
  try {
    const answer = await fetch(`${publicUrl}/health`, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
    if (answer.ok) found.ok('network', `PUBLIC_URL ${publicUrl} leads to a server.`)
    else
      found.note(
        'network',
        `PUBLIC_URL ${publicUrl} answers ${answer.status} at /health: start a server, or look at the proxy.`,
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

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 1_000 })
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}
