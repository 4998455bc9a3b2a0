import type { ClaimNames } from './provider-settings.ts'

/** The defaults for one kind of provider. The setting named beside each overrides it. */
export type ProviderRecord = {
  /** OIDC_PROVIDER_NAME */
  name?: string
  /** OIDC_SCOPES */
  scopes: string
  /** OIDC_ACR_VALUES */
  acrValues?: string
  /** OIDC_CLAIMS */
  claims?: Partial<ClaimNames>
  /** OIDC_LEVEL_MIN, for the claim `level` */
  levelMin?: string
}

/**
 * The kinds that OIDC_PROVIDER may name. docs/operating/identity.md describes how to set each up. PAR and DPoP are not
 * part of a record: both are used whenever the provider's metadata offers them.
 */
export const providerRecords: Readonly<Record<string, ProviderRecord>> = {
  helseid: {
    name: 'HelseID',
    scopes: 'openid profile helseid://scopes/identity/security_level helseid://scopes/hpr/hpr_number',
    claims: { hpr_number: 'helseid://claims/hpr/hpr_number', level: 'helseid://claims/identity/security_level' },
    levelMin: '4',
  },
  // Identifies people by national identity number, without a name. They enter their name on the profile screen.
  idporten: {
    name: 'ID-porten',
    scopes: 'openid profile',
    acrValues: 'idporten-loa-high',
    claims: { level: 'acr' },
    levelMin: 'idporten-loa-high',
  },
  keycloak: { scopes: 'openid profile email', claims: { level: 'acr' } },
  // The email address is an optional claim that its owner may change, so it counts as unverified.
  entra: { name: 'Microsoft', scopes: 'openid profile email', claims: { level: 'acrs' } },
}
