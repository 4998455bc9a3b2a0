import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config-error.ts'
import { mostEmbeddedProcesses } from './connections.ts'
import { findMistyped } from './known-settings.ts'
import { readSecretFiles } from './secret-files.ts'
import { type Environment, isTimeZone, makeReader } from './setting-reader.ts'
import { readTrust, type TrustProxy } from './trust-proxy.ts'

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
  /** A private JWK, a JWK set or a PEM, given as text or as a file path. */
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
  /** A standby that lists and exports are read from. */
  databaseReadUrl?: string
  databasePoolSize: number
  databaseTimeouts: { statementSeconds: number; lockSeconds: number }
  /** Absent in local mode, which uses the embedded provider. */
  oidc?: OidcConfig
  oidcProviderName: string
  s3?: S3Config
  smtpUrl?: string
  mailFrom: string
  studyTimezone: string
  sessionIdleMinutes: number
  sessionHours: number
  /** Addresses and networks of proxies whose X-Forwarded-… headers are trusted. A number means that many hops. */
  trustProxy: TrustProxy
  logLevel: string
  metricsPort?: number
  /** Where metrics are served. HOST unless METRICS_HOST is set. */
  metricsHost: string
  webConcurrency: number
  /** Seconds that a stopping server reports itself as not ready before it refuses new work. */
  drainSeconds: number
  webFolder: string
  secretKey?: string
  /** Calls that one person may make per minute before RATE_LIMITED; 0 for no limit. */
  callsPerMinute: number
  /** Sign-ins that may begin per minute from one address: all people of a hospital may share it. */
  signInsPerMinute: number
  /** Whether this server makes exports; at least one must. */
  makeExports: boolean
  identifiedExportsByGroup: boolean
  measureRecordings: boolean
  importFiles: boolean
  /** Whether this server keeps the facts of subjects. */
  countAhead: boolean
  /** Whether an empty database in local mode receives the example study. */
  exampleData: boolean
  /** Suspicious settings, which are logged as warnings. */
  warnings: readonly string[]
  /** The remaining environment, for parts that read their own settings. */
  env: Environment
}

/** Judges what a part reads from the settings for itself. Throws ConfigError. */
export type Judge = (config: Config) => unknown

/** DATABASE_URL=embedded selects the database under DATA_DIR. */
const embeddedDatabase = 'embedded'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the settings once at start, and has them judged by the parts that read their own. Throws ConfigError that names
 * every wrong or incomplete one.
 */
export function readConfig(given: Environment, judges: readonly Judge[] = []): Config {
  const mistakes: string[] = []
  const warnings: string[] = []
  const { env, unreadable } = readSecretFiles(given, mistakes)
  const { text, wrong, whole, url, yesNo, together } = makeReader(env, mistakes)
  for (const { name, meant } of findMistyped(env)) {
    if (meant) mistakes.push(`${name} is no setting: did you mean ${meant}?`)
    else warnings.push(`${name} is no setting of Casebook, and nothing reads it.`)
  }

  const production = env.NODE_ENV === 'production'
  const web = ['http:', 'https:']
  const postgres = ['postgres:', 'postgresql:']
  const publicUrl = url('PUBLIC_URL', web)
  if (publicUrl && new URL(publicUrl).pathname !== '/') wrong('PUBLIC_URL', 'an address without a path')
  const embedded = text('DATABASE_URL') === embeddedDatabase
  const databaseUrl = embedded ? undefined : url('DATABASE_URL', postgres)
  const databaseOwnerUrl = url('DATABASE_OWNER_URL', postgres)
  const databaseReadUrl = url('DATABASE_READ_URL', postgres)
  if (databaseReadUrl && (!text('DATABASE_URL') || embedded))
    mistakes.push('DATABASE_URL is missing: DATABASE_READ_URL is of use only beside it.')
  if (databaseOwnerUrl && (!text('DATABASE_URL') || embedded))
    mistakes.push('DATABASE_URL is missing: DATABASE_OWNER_URL is of use only beside it.')
  if (production && !text('DATABASE_URL')) {
    mistakes.push(
      `DATABASE_URL is missing: in production it names a PostgreSQL, or says "${embeddedDatabase}" for the one under DATA_DIR.`,
    )
  }

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
  if (production && publicUrl?.startsWith('http:') && !yesNo('ALLOW_HTTP', false)) {
    mistakes.push(
      `PUBLIC_URL must begin with https:// in production, where sessions would else travel unencrypted; it is "${publicUrl}". ALLOW_HTTP=true says that it is meant.`,
    )
  }

  const s3Required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const s3Given = together('an S3 store', [...s3Required, 'S3_PUBLIC_ENDPOINT', 'S3_REGION'], s3Required)
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
  if (webConcurrency > mostEmbeddedProcesses && (embedded || !text('DATABASE_URL')))
    wrong('WEB_CONCURRENCY', `at most ${mostEmbeddedProcesses} with the embedded database`)

  const trustProxy = readTrust(text('TRUST_PROXY'))
  if (trustProxy === undefined) {
    wrong('TRUST_PROXY', 'true, false, a number of proxies, or addresses and networks such as 10.0.0.5, 10.1.0.0/16')
  }
  const secretKey = text('SECRET_KEY')
  if (secretKey && secretKey.length < 32) mistakes.push('SECRET_KEY must be 32 characters or more.')
  const host = text('HOST') ?? '127.0.0.1'
  const port = whole('PORT', 4000, 0, 65_535)
  const metricsPort = text('METRICS_PORT') ? whole('METRICS_PORT', 9464, 0, 65_535) : undefined
  const metricsHost = text('METRICS_HOST') ?? host
  if (metricsPort && metricsPort === port && metricsHost === host)
    mistakes.push(`METRICS_PORT must differ from PORT, which is ${port} too.`)

  const config: Config = {
    production,
    port,
    host,
    metricsHost,
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    webFolder: resolve(text('WEB_FOLDER') ?? fileURLToPath(new URL('../../../web/dist', import.meta.url))),
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
    trustProxy: trustProxy ?? false,
    logLevel,
    makeExports: yesNo('MAKE_EXPORTS', true),
    identifiedExportsByGroup: yesNo('IDENTIFIED_EXPORTS_BY_GROUP', false),
    measureRecordings: yesNo('MEASURE_RECORDINGS', true),
    importFiles: yesNo('IMPORT_FILES', true),
    countAhead: yesNo('COUNT_AHEAD', true),
    exampleData: yesNo('EXAMPLE_DATA', true),
    webConcurrency,
    drainSeconds: whole('DRAIN_SECONDS', production ? 5 : 0, 0, 300),
    signInsPerMinute: whole('SIGN_INS_PER_MINUTE', 600, 1, 10_000_000),
    callsPerMinute: whole('CALLS_PER_MINUTE', 6000, 0, 10_000_000),
    warnings,
    env,
    ...(publicUrl && { publicUrl }),
    ...(databaseUrl && { databaseUrl }),
    ...(databaseOwnerUrl && { databaseOwnerUrl }),
    ...(databaseReadUrl && { databaseReadUrl }),
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
  for (const judge of judges) {
    try {
      judge(config)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      mistakes.push(...error.mistakes)
    }
  }
  if (unreadable.length + mistakes.length > 0)
    throw new ConfigError([...unreadable, ...mistakes], { isOfFiles: mistakes.length === 0 })
  return config
}
