import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { examineProvider } from './examine-provider.ts'
import { readProviderSettings } from './read-provider-settings.ts'

test('a provider whose metadata never ends is given up after 1 MB', async () => {
  const server = createServer((_request, response) => {
    const part = Buffer.alloc(64_000, ' ')
    const write = () => {
      while (!response.destroyed && response.write(part));
    }
    response.on('drain', write)
    write()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'casebook', OIDC_CLIENT_SECRET: 'x' }
  const settings = readProviderSettings(readConfig(env))
  if (!settings) throw new Error('no provider is set')
  await expect(examineProvider(settings)).rejects.toThrow('larger than 1 MB')
})
