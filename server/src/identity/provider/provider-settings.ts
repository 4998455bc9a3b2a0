/** Everything that signing in through a provider requires. */
export type ProviderSettings = {
  issuer: string
  name: string
  clientId: string
  clientSecret?: string | undefined
  /** A private JWK, a JWK set or a PEM: as text, or as the path of a file that is read at every sign-in. */
  clientKey?: string | undefined
  scopes: string
  /**
   * `login` asks the person to sign in each time. Several values are separated by blanks. Empty leaves it to the
   * provider.
   */
  prompt: string
  /** Sent as `acr_values`. */
  acrValues?: string | undefined
  timeoutSeconds: number
  /** Plain http is accepted from the embedded provider and in tests only. */
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
  /** Maps the provider's group names to ours. */
  map: ReadonlyMap<string, string>
  /** Whether a token may grant `admin` at all. */
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
