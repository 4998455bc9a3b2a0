import { explain } from '../operations/explain.ts'
import { checkDisk } from './check/check-database.ts'
import { checkFiles } from './check/check-store.ts'
import { makeFindings, reportFindings } from './check/finding.ts'
import { type Command, CommandError, refuseArguments } from './command/command.ts'

const setUpOption = '--set-up'

export const checkStore: Command = {
  usage: `[${setUpOption}]`,
  summary: `tries the file store as the server and the browser use it; with ${setUpOption} makes the bucket if need be and lets browsers send files to it`,
  async run(args, context) {
    refuseArguments(
      args.filter((arg) => arg !== setUpOption),
      `check-store [${setUpOption}]`,
    )
    const { config, say } = context
    if (args.includes(setUpOption)) {
      if (!config.s3 || !config.publicUrl) throw new CommandError(`${setUpOption} needs S3_ENDPOINT and PUBLIC_URL.`)
      const { setUpBucket } = await import('../object-store/s3/s3-set-up.ts')
      await setUpBucket(config.s3, config.publicUrl)
      say(`Browsers at ${config.publicUrl} may send files to ${config.s3.bucket} from now on.`)
    }
    const found = makeFindings((error) => explain(error, config))
    if (!config.s3) await checkDisk(config, found)
    await checkFiles(context, found)
    return reportFindings(found, say)
  },
}
