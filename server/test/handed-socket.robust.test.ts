import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freshDatabase } from './beds/database.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Acts as systemd: holds a socket, accepts nothing itself, and restarts the server when it ends. */
const holder = `
import os, signal, socket, subprocess, sys
held = socket.socket(); held.bind(('127.0.0.1', 0)); held.listen(511)
os.dup2(held.fileno(), 3); os.set_inheritable(3, True)
stopping = False
def stop(*_):
    global stopping
    stopping = True
    server.terminate()
signal.signal(signal.SIGTERM, stop)
print('port', held.getsockname()[1], flush=True)
while not stopping:
    server = subprocess.Popen(['/bin/sh', '-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$1"', *sys.argv[1:]], pass_fds=[3])
    print('started', server.pid, flush=True)
    server.wait()
`

function hasPython() {
  try {
    return execFileSync('python3', ['--version']).length > 0
  } catch {
    return false
  }
}

/** The rest of the next line that begins with this word. */
function lineReader(child: ChildProcess) {
  if (!child.stdout) throw new Error('nothing to read from')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async (word: string): Promise<number> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`it ended before it said "${word}"`)
      if (String(value).startsWith(word)) return Number(String(value).slice(word.length))
    }
  }
}

test.runIf(process.platform === 'linux' && hasPython())(
  'a restart with a socket that systemd holds refuses and breaks no connection',
  async () => {
    const database = await freshDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'casebook-handed-'))
    const child = spawn('python3', ['-c', holder, process.execPath, main], {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: '1',
        DATABASE_URL: database.runtime.url,
        DATABASE_OWNER_URL: database.owner.url,
        DATA_DIR: dataDir,
        EXAMPLE_DATA: 'false',
        DRAIN_SECONDS: '1',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const next = lineReader(child)
    const port = await next('port')
    const first = await next('started')
    await next('Casebook is ready')
    const outcomes: string[] = []
    let isOver = false
    const callers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const answer = fetch(`http://127.0.0.1:${port}/health`, { headers: { connection: 'close' } })
        outcomes.push(
          await answer.then(
            ({ status }) => String(status),
            (error: unknown) => `${error} ${error instanceof Error ? error.cause : ''}`,
          ),
        )
      }
    })
    process.kill(first, 'SIGTERM')
    await next('started')
    await next('Casebook is ready')
    isOver = true
    await Promise.all(callers)
    expect(outcomes.length).toBeGreaterThan(16)
    expect(new Set(outcomes)).toEqual(new Set(['200']))
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  },
  180_000,
)
