import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Probe = {
  origin: string
  /** The headers of the people who read, each one call after another. */
  people: Record<string, string>[]
  bodies: string[]
  seconds: number
}

/** Times of calls in milliseconds. */
export type Probed = { calls: number; p50: number; p99: number; longest: number }

/** People who read in a process of their own, so that what the load costs here is not counted as their waiting. */
export async function startProber(probe: Probe) {
  const program = fileURLToPath(new URL('prober.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const over = once(child, 'exit').then(() => {
    throw new Error('The prober broke off.')
  })
  over.catch(() => undefined)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => (await Promise.race([lines.next(), over])).value ?? ''
  child.stdin.write(`${JSON.stringify(probe)}\n`)
  await nextLine()
  return {
    async measure(): Promise<Probed> {
      child.stdin.write('go\n')
      return JSON.parse(await nextLine())
    },
    stop: () => child.stdin.end(),
  }
}
