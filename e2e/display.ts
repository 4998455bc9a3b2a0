import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** A virtual display, for browsers that do not print, or do not start, without one. */
export async function startDisplay() {
  const child = spawn('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const said = child.stdio[3] as Readable
  const [number] = await once(said, 'data')
  return {
    name: `:${String(number).trim()}`,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The text of a PDF, laid out as on paper. */
export async function textOfPdf(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)('/usr/bin/pdftotext', ['-layout', path, '-'])
  return stdout
}
