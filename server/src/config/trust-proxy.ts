import { isIP } from 'node:net'

export type TrustProxy = string | boolean | ((address: string, hop: number) => boolean)

const names = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (names.includes(text)) return true
  const most = { 4: 32, 6: 128 }[isIP(address)]
  if (most === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most)
}

/**
 * A number means that many hops before the server. Returns undefined for text that is neither a number nor a list of
 * addresses and networks.
 */
export function readTrust(given: string | undefined): TrustProxy | undefined {
  if (given === undefined || given === 'false') return false
  if (given === 'true') return true
  // Hop 0 is the direct peer, so 0 hops trusts nobody.
  if (/^\d+$/.test(given)) return (_address, hop) => hop < Number(given)
  return given.split(',').every((part) => isNetwork(part.trim())) ? given : undefined
}
