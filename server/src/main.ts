import cluster from 'node:cluster'
import { tryBeforeStart } from './composition/before-start.ts'
import { judges } from './composition/judges.ts'
import { startServer } from './composition/server.ts'
import { type Config, readConfig } from './config/config.ts'
import { release } from './config/release.ts'
import { report } from './operations/explain.ts'
import { makeLog } from './operations/logging/logging.ts'
import { announceReady, startWorkers, WorkerEnded } from './operations/processes/workers.ts'

const [major] = process.versions.node.split('.')
if (Number(major) < 26) {
  console.error(
    `Casebook runs on Node 26, which it brings along; this is Node ${process.versions.node}. Start it with "npm start".`,
  )
  process.exit(1)
}

let config: Config | undefined
try {
  config = readConfig(process.env, judges)
  const log = makeLog(config.logLevel)
  const isFirst = cluster.isPrimary
  if (isFirst) for (const warning of config.warnings) log.warn(warning)
  if (isFirst) await tryBeforeStart(config, log)
  const server = isFirst && config.webConcurrency > 1 ? await startWorkers(config, log) : await startServer(config, log)
  if (isFirst) {
    log.info({ address: config.publicUrl ?? server.address, release }, 'Casebook is ready')
    console.log(`\nCasebook is ready: ${config.publicUrl ?? server.address}\n`)
  } else announceReady(server.address)

  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'stopping')
    await server.stop()
    process.exit(0)
  }
  // A terminal sends Ctrl+C to every process. The first process then stops the others in order.
  process.on('SIGINT', isFirst ? stop : () => undefined)
  process.on('SIGTERM', stop)
} catch (error) {
  const print = (line: string) => console.error(`Casebook can't start: ${line}`)
  process.exit(error instanceof WorkerEnded ? error.status : report(error, config, print))
}
