// Serves a data folder in a separate process until its input ends: for tests that kill it or run it as another user.
import { startEmbeddedPostgres } from '../../src/embedded-postgres/launcher.ts'

const say = (message: string) => process.stderr.write(`${message}\n`)
const log = { debug: say, info: say, warn: say, error: say }
try {
  const database = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    log,
    durable: process.argv[3] !== 'fast',
  })
  process.stdout.write(`${JSON.stringify({ pid: database.pid, url: database.owner.url, host: database.owner.host })}\n`)
  process.stdin.resume().once('end', () => database.stop())
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`)
}
