/** All that signing in through a provider needs to know about it. */
export type ProviderSettings = {
  issuer: string
  name: string
  clientId: string
  clientSecret?: string | undefined
  /** A private JWK, a JWK set or a PEM: text, or the path of a file that is read at every sign-in. */
  clientKey?: string | undefined
  scopes: string
  /** `login` asks the person anew each time; several values are separated by blanks; empty leaves it to the provider. */
  prompt: string
  /** Asked for as `acr_values`. */
  acrValues?: string | undefined
  timeoutSeconds: number
  /** Plain http is taken from the embedded provider and in tests only. */
  allowHttp: boolean
  claims: ClaimNames
  level?: { claim: string; atLeast: string } | undefined
  groups?: GroupMapping | undefined
}

export type ClaimNames = {
  given_name: string
  family_name: string
  name: string
  email: string
  email_verified: string
  phone_number: string
  hpr_number: string
  level: string
}

export type GroupMapping = {
  claim: string
  /** The provider's name of a group to ours. */
  map: ReadonlyMap<string, string>
  /** Whether `admin` may come from a token at all. */
  admin: boolean
}

export const standardClaims: ClaimNames = {
  given_name: 'given_name',
  family_name: 'family_name',
  name: 'name',
  email: 'email',
  email_verified: 'email_verified',
  phone_number: 'phone_number',
  hpr_number: 'helseid://claims/hpr/hpr_number',
  level: 'helseid://claims/identity/security_level',
}
