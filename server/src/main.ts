import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config.ts'
import { DatabaseStartError } from './database/launcher.ts'
import { makeLog } from './platform/logging.ts'
import { announceReady, startWorkers } from './platform/workers.ts'
import { startServer } from './server.ts'

const [major] = process.versions.node.split('.')
if (Number(major) < 26) {
  console.error(
    `Casebook runs on Node 26, which it brings along; this is Node ${process.versions.node}. Start it with "npm start".`,
  )
  process.exit(1)
}

try {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const isFirst = cluster.isPrimary
  const server = isFirst && config.webConcurrency > 1 ? await startWorkers(config, log) : await startServer(config, log)
  if (isFirst) {
    log.info({ address: config.publicUrl ?? server.address }, 'Casebook is ready')
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
  // A terminal sends Ctrl+C to every process; the first one then stops the others in order.
  process.on('SIGINT', isFirst ? stop : () => undefined)
  process.on('SIGTERM', stop)
} catch (error) {
  if (error instanceof ConfigError)
    console.error(`Casebook can't start with these settings:\n${error.mistakes.map((line) => `  ${line}`).join('\n')}`)
  else if (error instanceof DatabaseStartError) console.error(error.message)
  else console.error(error)
  process.exit(1)
}
