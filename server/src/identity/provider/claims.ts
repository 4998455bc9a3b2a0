import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { Claims } from './provider-client.ts'
import type { ClaimNames, GroupMapping, ProviderSettings } from './provider-settings.ts'

/** The provider's claims about a person, in our terms. Missing claims are null. */
export type Asserted = {
  issuer: string
  sub: string
  given_name: string | null
  family_name: string | null
  name: string | null
  email: string | null
  email_verified: boolean
  phone_number: string | null
  hpr_number: string | null
  level: string | null
}

const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

function textOf(value: unknown, longest = 200): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  // Format characters that reorder or hide text are not allowed in a name.
  const text = value
    .toWellFormed()
    .replace(unseen, '')
    .replace(/\p{Cc}+/gu, ' ')
    .normalize('NFC')
    .trim()
  return text === '' ? null : [...text].slice(0, longest).join('')
}

/** Reads the claims by the names that the deployment configures. `iss` and `sub` are kept as received. */
export function readClaims(claims: Claims, names: ClaimNames): Asserted {
  const of = (name: keyof ClaimNames, longest?: number) => textOf(claims[names[name]], longest)
  const verified = claims[names.email_verified]
  const email = of('email', 254)
  return {
    issuer: claims.iss,
    sub: claims.sub,
    given_name: of('given_name'),
    family_name: of('family_name'),
    name: of('name') ?? ([of('given_name'), of('family_name')].filter(Boolean).join(' ') || null),
    email: email && /^[^@\s]+@[^@\s]+$/.test(email) ? email : null,
    email_verified: verified === true || verified === 'true',
    phone_number: of('phone_number', 40),
    hpr_number: of('hpr_number'),
    level: of('level'),
  }
}

const words: Record<string, number> = { low: 2, substantial: 3, high: 4 }

/** `4`, `Level4`, `idporten-loa-high` and `http://eidas.europa.eu/LoA/high` all mean 4. */
function rankOf(level: string): number | undefined {
  const word = /(low|substantial|high)$/i.exec(level)?.[1]?.toLowerCase()
  if (word) return words[word]
  const number = /(\d+)$/.exec(level)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Whether an assurance level is at least the required one. Levels that can't be ranked must be equal. */
export function reachesLevel(level: string | null, atLeast: string): boolean {
  if (level === null) return false
  const [has, needs] = [rankOf(level), rankOf(atLeast)]
  return has === undefined || needs === undefined ? level === atLeast : has >= needs
}

/** The product's groups that a token grants, as far as the deployment maps them. */
export function groupsOfClaims(claims: Claims, mapping: GroupMapping | undefined): string[] {
  if (!mapping) return []
  const value = claims[mapping.claim]
  const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/) : []
  const mapped = names.map((name) => (typeof name === 'string' ? mapping.map.get(name) : undefined))
  return [...new Set(mapped.filter((group) => group !== undefined))].filter(
    (group) => group !== 'admin' || mapping.admin,
  )
}

/** Why a sign-in does not count though the provider vouches for it. */
export function whyLevelTooLow(claims: Claims, { level }: ProviderSettings): Problem | undefined {
  if (!level) return undefined
  const has = textOf(claims[level.claim])
  if (reachesLevel(has, level.atLeast)) return undefined
  const needed = level.atLeast
  return has === null
    ? problem('sign-in.no-level', { params: { needed } })
    : problem('sign-in.level', { params: { level: has, needed } })
}
