import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { databaseMistake } from '../database/database-mistakes.ts'
import { withLibpqMeaning } from '../database/open.ts'
import { withClient } from '../database/schema/prepare-schema.ts'
import { checkClientKey } from '../identity/provider/examine-provider.ts'
import { readProviderSettings } from '../identity/provider/read-provider-settings.ts'
import { Mistake, Mistakes } from '../mistakes/mistake.ts'
import { addressesOf, tryAddress } from '../operations/address-trial.ts'
import { tryDataDir, usesDataDir } from '../operations/data-dir-trial.ts'
import { systemMistake } from '../operations/system-mistakes.ts'

/** Of every part that is tried. */
type Settings = Parameters<typeof readProviderSettings>[0] &
  Parameters<typeof usesDataDir>[0] &
  Parameters<typeof addressesOf>[0] &
  Parameters<typeof systemMistake>[1] &
  Parameters<typeof databasesOf>[0]

/**
 * Tries everything that a server needs without changing anything, so that a server that can't serve migrates no
 * database. Parts that are down are left to the start, which waits for them or serves without them. Throws Mistakes.
 */
export async function tryBeforeStart(config: Settings, log: FastifyBaseLogger): Promise<void> {
  const provider = readProviderSettings(config)
  const trials = [
    ...[usesDataDir(config) && tryDataDir(config), ...addressesOf(config).map(tryAddress)].map((trial) =>
      Promise.resolve(trial).catch((error: unknown) => {
        throw systemMistake(error, config) ?? error
      }),
    ),
    provider && checkClientKey(provider),
    ...databasesOf(config).map(([setting, url]) => enter(setting, url, log)),
    tryStore(config, log),
  ]
  const found = (await Promise.allSettled(trials)).flatMap((trial) =>
    trial.status === 'rejected' ? [trial.reason as unknown] : [],
  )
  const unexpected = found.find((error) => !(error instanceof Mistake))
  if (unexpected) throw unexpected
  const mistakes = new Map(found.flatMap((error) => (error instanceof Mistake ? [[error.message, error]] : [])))
  if (mistakes.size > 0) throw new Mistakes([...mistakes.values()])
}

function databasesOf({
  databaseUrl,
  databaseOwnerUrl,
  databaseReadUrl,
}: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'databaseReadUrl'>) {
  const all = { DATABASE_OWNER_URL: databaseOwnerUrl, DATABASE_URL: databaseUrl, DATABASE_READ_URL: databaseReadUrl }
  return Object.entries(all).flatMap(([setting, url]) => (url ? [[setting, url] as const] : []))
}

async function enter(setting: string, url: string, log: FastifyBaseLogger): Promise<void> {
  try {
    await withClient({ connectionString: withLibpqMeaning(url) }, async () => undefined)
  } catch (error) {
    const mistake = databaseMistake(error, { setting, url })
    if (mistake?.kind !== 'databaseUnreachable') throw mistake ?? error
    if (setting === 'DATABASE_READ_URL') log.warn(`${mistake.message} Until then, lists are read from the database.`)
  }
}

async function tryStore({ s3 }: Pick<Config, 's3'>, log: FastifyBaseLogger): Promise<void> {
  if (!s3) return
  const { S3Store } = await import('../object-store/s3/s3-store.ts')
  const { mayPass, storeMistake } = await import('../object-store/s3/store-mistake.ts')
  await new S3Store(s3, log).examine().catch((error: unknown) => {
    if (!mayPass(error)) throw storeMistake(error, s3)
  })
}
