import type { Config } from '../../config/config.ts'
import { Mistake } from '../../mistakes/mistake.ts'
import { tryDataDir } from '../../operations/data-dir-trial.ts'
import type { CommandContext } from '../command/command.ts'
import { openCommandStore, type WithStore } from '../command/command-database.ts'
import type { Findings } from './finding.ts'
import { reasonOf, storeTrials } from './store-trials.ts'

/**
 * Tries the file store as the server and the browser use it. Uploads use presigned forms at the browser's address. Called after
 * `checkDisk`.
 */
export async function checkFiles(context: WithStore & CommandContext<'publicUrl' | 'port'>, found: Findings) {
  const { config } = context
  if (config.s3) {
    const { s3 } = config
    const { S3Store } = await import('../../object-store/s3/s3-store.ts')
    const { storeMistake } = await import('../../object-store/s3/store-mistake.ts')
    const answers = await found.try('store', async () => {
      await new S3Store(s3, context.log).examine().catch((error: unknown) => {
        throw storeMistake(error, s3)
      })
      return `The store at ${s3.endpoint} answers for the bucket "${s3.bucket}".`
    })
    if (!answers) return
  } else {
    // checkDisk says what is wrong with the folder.
    const isThere = await tryDataDir(config).catch(() => undefined)
    if (isThere === undefined) return
    if (!isThere)
      return found.note('store', 'Files will be kept in DATA_DIR, which is not there yet: the store was not tried.')
  }
  const store = await openCommandStore(context)
  const { trials, clear } = storeTrials(store, config)
  try {
    for (const [claim, trial] of trials) {
      const holds = await found.try('store', async () => {
        await trial().catch((error: unknown) => {
          throw new Mistake('store', `The store fails at "${claim}": ${reasonOf(error)}${placeOf(config)}.`, error)
        })
        return `The store: ${claim}.`
      })
      // What follows would fail for the same reason.
      if (!holds) return
    }
  } finally {
    await clear()
  }
}

const placeOf = ({ s3 }: Pick<Config, 's3'>) =>
  s3 && s3.publicEndpoint !== s3.endpoint ? ` (browsers use S3_PUBLIC_ENDPOINT ${s3.publicEndpoint})` : ''
