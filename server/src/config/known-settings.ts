import { secretSettings } from './secret-files.ts'
import type { Environment } from './setting-reader.ts'

/** Every setting, as in .env.example. OpenTelemetry checks its own, which begin with OTEL_. */
export const knownSettings: readonly string[] = [
  ...['PUBLIC_URL', 'PORT', 'HOST', 'TRUST_PROXY', 'NODE_ENV', 'ALLOW_HTTP', 'DATA_DIR', 'SECRET_KEY', 'WEB_FOLDER'],
  ...[
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_READ_URL',
    'DATABASE_POOL_SIZE',
    'DATABASE_STATEMENT_TIMEOUT_SECONDS',
  ],
  ...[
    'DATABASE_LOCK_TIMEOUT_SECONDS',
    'S3_ENDPOINT',
    'S3_PUBLIC_ENDPOINT',
    'S3_REGION',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
  ],
  ...['S3_SECRET_ACCESS_KEY', 'S3_FORCE_PATH_STYLE', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_KEY'],
  ...['OIDC_CLIENT_SECRET', 'OIDC_PROVIDER', 'OIDC_PROVIDER_NAME', 'OIDC_SCOPES', 'OIDC_PROMPT', 'OIDC_ACR_VALUES'],
  ...['OIDC_LEVEL_MIN', 'OIDC_LEVEL_CLAIM', 'OIDC_CLAIMS', 'OIDC_GROUPS_CLAIM', 'OIDC_GROUPS_MAP', 'OIDC_GROUPS_ADMIN'],
  ...['OIDC_TIMEOUT_SECONDS', 'SESSION_IDLE_MINUTES', 'SESSION_HOURS', 'SIGN_INS_PER_MINUTE', 'CALLS_PER_MINUTE'],
  ...[
    'SMTP_URL',
    'MAIL_FROM',
    'STUDY_TIMEZONE',
    'EXAMPLE_DATA',
    'MAKE_EXPORTS',
    'IDENTIFIED_EXPORTS_BY_GROUP',
    'MEASURE_RECORDINGS',
    'IMPORT_FILES',
    'COUNT_AHEAD',
    'WEB_CONCURRENCY',
    'DRAIN_SECONDS',
    'LOG_LEVEL',
  ],
  ...['METRICS_PORT', 'METRICS_HOST', 'POSTGRES_PASSWORD', 'CASEBOOK_DB_PASSWORD', 'KEYCLOAK_ADMIN_PASSWORD'],
  ...secretSettings.map((name) => `${name}_FILE`),
]

/** First words that other programs rarely use in variable names. */
const ownPrefixes = /^(S3|OIDC|DATABASE|SMTP|METRICS)_/

/**
 * Names in the environment that look like misspelt settings, each with the setting that is probably meant. Names
 * without an underscore are ignored, since many belong to other programs.
 */
export function findMistyped(env: Environment): { name: string; meant?: string }[] {
  const unset = knownSettings.filter((name) => name.includes('_') && env[name] === undefined)
  return Object.keys(env).flatMap((name) => {
    if (knownSettings.includes(name) || !name.includes('_') || !env[name]?.trim()) return []
    const upper = name.toUpperCase()
    const [nearest] = unset
      .map((meant) => ({ meant, distance: editDistance(upper, meant) }))
      .filter(({ meant, distance }) => distance <= (meant.length > 6 ? 2 : 1))
      .sort((a, b) => a.distance - b.distance)
    if (nearest) return [{ name, meant: nearest.meant }]
    return ownPrefixes.test(upper) ? [{ name }] : []
  })
}

/** The edit distance: insertions, deletions, substitutions and swaps of neighbouring characters. */
export function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, place) => place)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (back: number, left: number) => rows[i - back]?.[j - left] ?? 0
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(at(1, 0) + 1, (row[j - 1] ?? 0) + 1, at(1, 1) + same)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) least = Math.min(least, at(2, 2) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
