import type { ClaimNames } from './provider-settings.ts'

/** What is known of a kind of provider; every part is overruled by the setting named beside it. */
export type ProviderRecord = {
  /** OIDC_PROVIDER_NAME */
  name?: string
  /** OIDC_SCOPES */
  scopes: string
  /** OIDC_ACR_VALUES */
  acrValues?: string
  /** OIDC_CLAIMS */
  claims?: Partial<ClaimNames>
  /** OIDC_LEVEL_MIN, of the claim `level` */
  levelMin?: string
}

/**
 * The kinds that OIDC_PROVIDER names. How each is set up, and what its operator asks for, stands in docs/operating/identity.md.
 * Signing in with PAR and DPoP is no part of a record: both are used wherever the provider's metadata offers them.
 */
export const providerRecords: Readonly<Record<string, ProviderRecord>> = {
  helseid: {
    name: 'HelseID',
    scopes: 'openid profile helseid://scopes/identity/security_level helseid://scopes/hpr/hpr_number',
    claims: { hpr_number: 'helseid://claims/hpr/hpr_number', level: 'helseid://claims/identity/security_level' },
    levelMin: '4',
  },
  // Says who somebody is by a national identity number and by no name: the person types it on the profile screen.
  idporten: {
    name: 'ID-porten',
    scopes: 'openid profile',
    acrValues: 'idporten-loa-high',
    claims: { level: 'acr' },
    levelMin: 'idporten-loa-high',
  },
  keycloak: { scopes: 'openid profile email', claims: { level: 'acr' } },
  // The e-mail address is an optional claim there, and its owner may change it: it counts as unverified.
  entra: { name: 'Microsoft', scopes: 'openid profile email', claims: { level: 'acrs' } },
}
