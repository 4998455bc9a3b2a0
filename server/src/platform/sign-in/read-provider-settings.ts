import { isGroup } from '@casebook/domain/shared/groups.ts'
import { type Config, ConfigError } from '../../config.ts'
import { type ClaimNames, type GroupMapping, type ProviderSettings, standardClaims } from './provider-settings.ts'

/** `name=value` pairs separated by commas, semicolons or line breaks; a name may itself hold `=`. */
function readPairs(text: string | undefined): [string, string][] {
  const pairs =
    text
      ?.split(/[,;\n]/)
      .map((pair) => pair.trim())
      .filter(Boolean) ?? []
  return pairs.map((pair) => {
    const at = pair.lastIndexOf('=')
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
  })
}

function isClaimName(name: string): name is keyof ClaimNames {
  return Object.hasOwn(standardClaims, name)
}

/** The settings of an outside provider. Throws ConfigError naming every mistake; nothing in local mode. */
export function readProviderSettings({
  oidc,
  oidcProviderName,
  env,
  production,
}: Config): ProviderSettings | undefined {
  if (!oidc) return undefined
  const mistakes: string[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(oidc.issuer).hostname)
  const isHttp = oidc.issuer.startsWith('http:')
  if (isHttp && production && !isLoopback) mistakes.push('OIDC_ISSUER must begin with https:// in production.')

  const claims: ClaimNames = { ...standardClaims }
  // Claim names are addresses at some providers, so here it is our name that stands before the first =.
  for (const pair of text('OIDC_CLAIMS')?.split(/[;\n]|,\s*(?=\w+=)/) ?? []) {
    const [ours = '', ...theirs] = pair.split('=')
    if (isClaimName(ours.trim()) && theirs.length > 0) claims[ours.trim() as keyof ClaimNames] = theirs.join('=').trim()
    else
      mistakes.push(
        `OIDC_CLAIMS: "${pair}" must be NAME=CLAIM with a NAME among ${Object.keys(standardClaims).join(', ')}.`,
      )
  }

  const levelMin = text('OIDC_LEVEL_MIN')
  const levelClaim = text('OIDC_LEVEL_CLAIM')
  if (levelClaim) claims.level = levelClaim
  if (levelClaim && !levelMin) mistakes.push('OIDC_LEVEL_MIN is missing: OIDC_LEVEL_CLAIM is of use only beside it.')

  const groupsClaim = text('OIDC_GROUPS_CLAIM')
  const map = new Map(readPairs(text('OIDC_GROUPS_MAP')))
  for (const [theirs, ours] of map) {
    if (!theirs || !isGroup(ours))
      mistakes.push(`OIDC_GROUPS_MAP: "${theirs}=${ours}" does not name one of our groups.`)
  }
  if (groupsClaim && map.size === 0)
    mistakes.push('OIDC_GROUPS_MAP is missing: groups of a token count only where they are mapped.')
  if (!groupsClaim && map.size > 0)
    mistakes.push('OIDC_GROUPS_CLAIM is missing: it names the claim that holds the groups.')
  const groups: GroupMapping | undefined = groupsClaim
    ? { claim: groupsClaim, map, admin: ['1', 'true', 'yes'].includes(text('OIDC_GROUPS_ADMIN')?.toLowerCase() ?? '') }
    : undefined

  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return {
    ...oidc,
    name: oidcProviderName,
    prompt: env.OIDC_PROMPT === undefined ? 'login' : env.OIDC_PROMPT.trim(),
    allowHttp: isHttp,
    claims,
    level: levelMin ? { claim: claims.level, atLeast: levelMin } : undefined,
    groups,
  }
}
