import type { Config } from '../../config/config.ts'
import { checkClientKey, examineClient, examineProvider } from '../../identity/provider/examine-provider.ts'
import { readProviderSettings } from '../../identity/provider/read-provider-settings.ts'
import { Mistake } from '../../mistakes/mistake.ts'
import type { Findings } from './finding.ts'

type Settings = Parameters<typeof readProviderSettings>[0] & Pick<Config, 'publicUrl' | 'port'>

/** Checks the provider's metadata and keys, this machine's clock, and whether the provider knows the client. */
export async function checkProvider(config: Settings, found: Findings) {
  const settings = readProviderSettings(config)
  if (!settings) {
    found.note('provider', 'There is no OIDC_ISSUER: the embedded provider with its demo people is used.')
    return
  }
  const hasKey = await found.try('provider', async () => {
    await checkClientKey(settings)
    return settings.clientKey ? 'OIDC_CLIENT_KEY holds a private key.' : 'OIDC_CLIENT_SECRET is set.'
  })
  try {
    const { keys, aheadSeconds } = await examineProvider(settings)
    found.ok('provider', `The provider ${settings.issuer} answers, with ${keys} ${keys === 1 ? 'key' : 'keys'}.`)
    found.ok('clock', `This machine's clock and the provider's differ by ${Math.abs(aheadSeconds)} s.`)
  } catch (error) {
    return found.fail(error instanceof Mistake && error.kind === 'clock' ? 'clock' : 'provider', error)
  }
  if (!hasKey) return
  try {
    const outcome = await examineClient(settings, config.publicUrl ?? `http://localhost:${config.port}`)
    if (outcome === 'known') found.ok('provider', `The provider accepts the client ${settings.clientId}.`)
    else
      found.note(
        'provider',
        `Whether the provider accepts the client ${settings.clientId} can't be told: it answers ${outcome} to a code of nobody.`,
      )
  } catch (error) {
    found.fail('provider', error)
  }
}
