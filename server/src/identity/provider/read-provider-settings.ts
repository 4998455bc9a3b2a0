import { isGroup } from '@casebook/domain/shared/groups.ts'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { providerRecords } from './provider-records.ts'
import { type ClaimNames, type GroupMapping, type ProviderSettings, standardClaims } from './provider-settings.ts'

type Reading = { text: (name: string) => string | undefined; mistakes: string[] }

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The settings of an external provider. Undefined in local mode. Throws ConfigError that names every mistake. */
export function readProviderSettings({
  oidc,
  oidcProviderName,
  env,
  production,
}: Pick<Config, 'oidc' | 'oidcProviderName' | 'env' | 'production'>): ProviderSettings | undefined {
  if (!oidc) return undefined
  const mistakes: string[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const reading = { text, mistakes }

  // As written: a provider compares its issuer character by character.
  const issuer = text('OIDC_ISSUER') ?? oidc.issuer
  const isHttp = issuer.startsWith('http:')
  if (isHttp && production && !loopback.includes(new URL(issuer).hostname)) {
    mistakes.push('OIDC_ISSUER must begin with https:// in production.')
  }
  const kind = text('OIDC_PROVIDER')
  const record = kind === undefined ? undefined : providerRecords[kind.toLowerCase()]
  if (kind !== undefined && !record) {
    mistakes.push(
      `OIDC_PROVIDER must be one of ${Object.keys(providerRecords).join(', ')}, or be left out; it is "${kind}".`,
    )
  }
  const claims = { ...standardClaims, ...record?.claims, ...readClaimNames(reading) }
  const level = readLevel(reading, claims, record?.levelMin)
  const groups = readGroups(reading)
  const timeoutSeconds = Number(text('OIDC_TIMEOUT_SECONDS') ?? 10)
  if (!(timeoutSeconds >= 1 && timeoutSeconds <= 60))
    mistakes.push('OIDC_TIMEOUT_SECONDS must be a number from 1 to 60.')

  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return {
    issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    clientKey: oidc.clientKey,
    name: text('OIDC_PROVIDER_NAME') ?? record?.name ?? oidcProviderName,
    scopes: text('OIDC_SCOPES') ?? record?.scopes ?? oidc.scopes,
    acrValues: text('OIDC_ACR_VALUES') ?? record?.acrValues,
    prompt: env.OIDC_PROMPT === undefined ? 'login' : env.OIDC_PROMPT.trim(),
    allowHttp: isHttp,
    timeoutSeconds,
    claims,
    level,
    groups,
  }
}

function isClaimName(name: string): name is keyof ClaimNames {
  return Object.hasOwn(standardClaims, name)
}

/**
 * OIDC_CLAIMS: `given_name=first; hpr_number=https://…`. Our name comes before the first =, because a claim may contain
 * more.
 */
function readClaimNames({ text, mistakes }: Reading): Partial<ClaimNames> {
  const names: Partial<ClaimNames> = {}
  for (const pair of text('OIDC_CLAIMS')
    ?.split(/[;\n]/)
    .filter((part) => part.trim()) ?? []) {
    const at = pair.indexOf('=')
    const ours = pair.slice(0, Math.max(at, 0)).trim()
    const theirs = pair.slice(at + 1).trim()
    if (isClaimName(ours) && theirs) names[ours] = theirs
    else {
      const known = Object.keys(standardClaims).join(', ')
      mistakes.push(
        `OIDC_CLAIMS must be pairs NAME=CLAIM, separated by semicolons, with names among ${known}; "${pair.trim()}" is not one.`,
      )
    }
  }
  return names
}

/** `none` requires no level where the kind of provider would. */
function readLevel({ text, mistakes }: Reading, claims: ClaimNames, usual: string | undefined) {
  const claim = text('OIDC_LEVEL_CLAIM')
  const atLeast = text('OIDC_LEVEL_MIN') ?? usual
  if (claim) claims.level = claim
  if (claim && !atLeast) mistakes.push('OIDC_LEVEL_MIN is missing: OIDC_LEVEL_CLAIM is of use only beside it.')
  return atLeast && atLeast !== 'none' ? { claim: claims.level, atLeast } : undefined
}

/** OIDC_GROUPS_MAP: `Their nurses=hp; Their leads=study:admin`. Our name comes after the last =. */
function readGroups({ text, mistakes }: Reading): GroupMapping | undefined {
  const claim = text('OIDC_GROUPS_CLAIM')
  const map = new Map<string, string>()
  for (const pair of text('OIDC_GROUPS_MAP')
    ?.split(/[;\n]/)
    .filter((part) => part.trim()) ?? []) {
    const at = pair.lastIndexOf('=')
    const theirs = pair.slice(0, Math.max(at, 0)).trim()
    const ours = pair.slice(at + 1).trim()
    if (theirs && isGroup(ours)) map.set(theirs, ours)
    else
      mistakes.push(
        `OIDC_GROUPS_MAP must be pairs THEIRS=OURS, separated by semicolons, with OURS one of our groups; "${pair.trim()}" is not one.`,
      )
  }
  if (claim && !text('OIDC_GROUPS_MAP'))
    mistakes.push('OIDC_GROUPS_MAP is missing: groups of a token count only where they are mapped.')
  if (!claim && map.size > 0) mistakes.push('OIDC_GROUPS_CLAIM is missing: it names the claim that holds the groups.')
  const admin = ['1', 'true', 'yes'].includes(text('OIDC_GROUPS_ADMIN')?.toLowerCase() ?? '')
  return claim ? { claim, map, admin } : undefined
}
