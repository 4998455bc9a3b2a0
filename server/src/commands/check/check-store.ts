import type { Config } from '../../config/config.ts'
import { Mistake } from '../../mistakes/mistake.ts'
import { reasonOf, storeChecks } from '../check-store.ts'
import type { CommandContext } from '../command/command.ts'
import { openCommandStore } from '../command/command-database.ts'
import type { Findings } from './finding.ts'

/** Tries the file store as the server and the browser use it. Uploads use presigned forms at the browser's address. */
export async function checkFiles(context: CommandContext, found: Findings) {
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
  }
  const store = await openCommandStore(context)
  for (const [claim, trial] of storeChecks(store, config)) {
    await found.try('store', async () => {
      await trial().catch((error: unknown) => {
        throw new Mistake('store', `The store fails at "${claim}": ${reasonOf(error)}${placeOf(config)}.`, error)
      })
      return `The store: ${claim}.`
    })
  }
}

const placeOf = ({ s3 }: Config) =>
  s3 && s3.publicEndpoint !== s3.endpoint ? ` (browsers use S3_PUBLIC_ENDPOINT ${s3.publicEndpoint})` : ''
