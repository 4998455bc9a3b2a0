import { resolve } from 'node:path'

type Environment = Record<string, string | undefined>

export type S3Config = {
  endpoint: string
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

export type OidcConfig = {
  issuer: string
  clientId: string
  /** A private JWK, a JWK set or a PEM, as text or as a file's path. */
  clientKey?: string
  clientSecret?: string
  scopes: string
}

export type Config = {
  production: boolean
  port: number
  host: string
  publicUrl?: string
  dataDir: string
  databaseUrl?: string
  databaseOwnerUrl?: string
  databasePoolSize: number
  databaseTimeouts: { statementSeconds: number; lockSeconds: number }
  /** Absent in local mode: the embedded provider serves instead. */
  oidc?: OidcConfig
  oidcProviderName: string
  s3?: S3Config
  smtpUrl?: string
  mailFrom: string
  studyTimezone: string
  sessionIdleMinutes: number
  sessionHours: number
  /** Addresses and networks of proxies whose X-Forwarded-… headers are believed; a number means that many hops. */
  trustProxy: string | boolean | ((address: string, hop: number) => boolean)
  logLevel: string
  metricsPort?: number
  /** Server processes on this machine. */
  webConcurrency: number
  /** How long a server that was told to stop says that it is not ready before it takes nothing new. */
  drainSeconds: number
  secretKey?: string
  /** Calls that one person may make in a minute before RATE_LIMITED; 0 for no limit. */
  callsPerMinute: number
  /** Whether an empty database in local mode gets the example study. */
  exampleData: boolean
  /** The rest of the environment, for parts that read settings of their own. */
  env: Environment
}

/** Thrown by `readConfig`: one line a mistake. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the settings once at start. Throws ConfigError naming every wrong or half-given one. */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const wrong = (name: string, expected: string) => mistakes.push(`${name} must be ${expected}; it is "${env[name]}".`)

  const whole = (name: string, fallback: number, low: number, high: number) => {
    const given = text(name)
    if (given === undefined) return fallback
    const value = Number(given)
    if (Number.isInteger(value) && value >= low && value <= high) return value
    wrong(name, `a whole number from ${low} to ${high}`)
    return fallback
  }
  const url = (name: string, protocols: readonly string[]) => {
    const given = text(name)
    if (given === undefined) return undefined
    const parsed = URL.canParse(given) ? new URL(given) : undefined
    if (parsed && protocols.includes(parsed.protocol)) return given.replace(/\/$/, '')
    wrong(name, `an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    return undefined
  }
  const yesNo = (name: string, fallback: boolean) => {
    const given = text(name)
    if (given === undefined) return fallback
    if (['1', 'true', 'yes'].includes(given.toLowerCase())) return true
    if (['0', 'false', 'no'].includes(given.toLowerCase())) return false
    wrong(name, 'true or false')
    return fallback
  }
  /** All of `needed` or none of `names`. */
  const together = (what: string, names: readonly string[], needed: readonly string[]) => {
    if (!names.some((name) => text(name))) return false
    const missing = needed.filter((name) => !text(name))
    for (const name of missing) mistakes.push(`${name} is missing: ${what} needs ${needed.join(', ')}.`)
    return missing.length === 0
  }

  const production = env.NODE_ENV === 'production'
  const web = ['http:', 'https:']
  const postgres = ['postgres:', 'postgresql:']

  const publicUrl = url('PUBLIC_URL', web)
  if (publicUrl && new URL(publicUrl).pathname !== '/') wrong('PUBLIC_URL', 'an address without a path')
  const databaseUrl = url('DATABASE_URL', postgres)
  const databaseOwnerUrl = url('DATABASE_OWNER_URL', postgres)
  if (databaseOwnerUrl && !text('DATABASE_URL'))
    mistakes.push('DATABASE_URL is missing: DATABASE_OWNER_URL is of use only beside it.')

  const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_KEY', 'OIDC_CLIENT_SECRET']
  const issuer = url('OIDC_ISSUER', web)
  const oidcGiven = together('sign-in through an OpenID provider', oidcNames, ['OIDC_ISSUER', 'OIDC_CLIENT_ID'])
  const clientKey = text('OIDC_CLIENT_KEY')
  const clientSecret = text('OIDC_CLIENT_SECRET')
  if (oidcGiven && !clientKey && !clientSecret) {
    mistakes.push(
      'OIDC_CLIENT_KEY or OIDC_CLIENT_SECRET is missing: the server signs in to the provider with one of them.',
    )
  }
  if (clientKey && clientSecret) mistakes.push('OIDC_CLIENT_KEY and OIDC_CLIENT_SECRET are both given; give one.')
  if (production && !text('OIDC_ISSUER')) {
    mistakes.push(
      'OIDC_ISSUER is missing: the embedded provider with its demo people is never used with NODE_ENV=production.',
    )
  }
  if (production && !publicUrl)
    mistakes.push('PUBLIC_URL is missing: in production the address must not come from the request.')

  const s3Names = [
    'S3_ENDPOINT',
    'S3_PUBLIC_ENDPOINT',
    'S3_REGION',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ]
  const s3Given = together('an S3 store', s3Names, [
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ])
  const s3Endpoint = url('S3_ENDPOINT', web)
  const s3PublicEndpoint = url('S3_PUBLIC_ENDPOINT', web)
  const forcePathStyle = yesNo('S3_FORCE_PATH_STYLE', true)

  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const mailFrom = text('MAIL_FROM')
  if (smtpUrl && !mailFrom) mistakes.push('MAIL_FROM is missing: mail sent through SMTP_URL needs a sender.')

  const studyTimezone = text('STUDY_TIMEZONE') ?? 'Europe/Oslo'
  if (!isTimeZone(studyTimezone)) wrong('STUDY_TIMEZONE', 'a time zone such as Europe/Oslo')

  const logLevel = text('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(logLevel)) wrong('LOG_LEVEL', `one of ${logLevels.join(', ')}`)

  const webConcurrency = whole('WEB_CONCURRENCY', 1, 1, 64)
  if (webConcurrency > 1 && !text('OIDC_ISSUER')) {
    mistakes.push(
      'OIDC_ISSUER is missing: with WEB_CONCURRENCY over 1 the embedded provider, which lives in one process, can’t serve.',
    )
  }

  const secretKey = text('SECRET_KEY')
  if (secretKey && secretKey.length < 32) mistakes.push('SECRET_KEY must be 32 characters or more.')
  const metricsPort = text('METRICS_PORT') ? whole('METRICS_PORT', 9464, 0, 65_535) : undefined

  const config: Config = {
    production,
    port: whole('PORT', 4000, 0, 65_535),
    host: text('HOST') ?? '127.0.0.1',
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databasePoolSize: whole('DATABASE_POOL_SIZE', 20, 1, 500),
    databaseTimeouts: {
      statementSeconds: whole('DATABASE_STATEMENT_TIMEOUT_SECONDS', 15, 1, 600),
      lockSeconds: whole('DATABASE_LOCK_TIMEOUT_SECONDS', 10, 1, 600),
    },
    oidcProviderName: text('OIDC_PROVIDER_NAME') ?? (oidcGiven ? 'your health identity' : 'the demo identity provider'),
    mailFrom: mailFrom ?? 'Casebook <casebook@localhost>',
    studyTimezone,
    sessionIdleMinutes: whole('SESSION_IDLE_MINUTES', 30, 1, 1440),
    sessionHours: whole('SESSION_HOURS', 12, 1, 168),
    trustProxy: readTrust(text('TRUST_PROXY')),
    logLevel,
    exampleData: yesNo('EXAMPLE_DATA', true),
    webConcurrency,
    drainSeconds: whole('DRAIN_SECONDS', production ? 5 : 0, 0, 300),
    callsPerMinute: whole('CALLS_PER_MINUTE', 6000, 0, 10_000_000),
    env,
    ...(publicUrl && { publicUrl }),
    ...(databaseUrl && { databaseUrl }),
    ...(databaseOwnerUrl && { databaseOwnerUrl }),
    ...(smtpUrl && { smtpUrl }),
    ...(metricsPort !== undefined && { metricsPort }),
    ...(secretKey && { secretKey }),
    ...(oidcGiven &&
      issuer && {
        oidc: {
          issuer,
          clientId: text('OIDC_CLIENT_ID') ?? '',
          scopes: text('OIDC_SCOPES') ?? 'openid profile',
          ...(clientKey && { clientKey }),
          ...(clientSecret && { clientSecret }),
        },
      }),
    ...(s3Given &&
      s3Endpoint && {
        s3: {
          endpoint: s3Endpoint,
          publicEndpoint: s3PublicEndpoint ?? s3Endpoint,
          region: text('S3_REGION') ?? 'us-east-1',
          bucket: text('S3_BUCKET') ?? '',
          accessKeyId: text('S3_ACCESS_KEY_ID') ?? '',
          secretAccessKey: text('S3_SECRET_ACCESS_KEY') ?? '',
          forcePathStyle,
        },
      }),
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return config
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A number means so many hops before us. */
function readTrust(given: string | undefined): Config['trustProxy'] {
  if (given === undefined || given === 'false') return false
  if (given === 'true') return true
  if (/^\d+$/.test(given)) return (_address, hop) => hop <= Number(given)
  return given
}
