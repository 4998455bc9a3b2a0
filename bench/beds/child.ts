import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Child = {
  pid: number
  /** The address that it listens on. */
  origin: string
  /** The next printed line that matches; returns `pattern`'s first group. */
  nextLine: (pattern: RegExp) => Promise<string>
  signal: (signal: NodeJS.Signals) => void
  stop: () => Promise<void>
}

type Options = { args: string[]; env: Record<string, string>; ready: RegExp }

/**
 * Starts a server with this Node and waits for the line with its address, `ready`'s first group. Throws with its last
 * output.
 */
export async function startChild({ args, env, ready }: Options): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const over = once(child, 'exit')
  const said: string[] = []
  const waiting = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      said.push(line)
      if (said.length > 100) said.shift()
      for (const look of waiting) look(line)
    })
  }
  const nextLine = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = (line: string) => {
        const found = pattern.exec(line)?.[1]
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      over.then(() => reject(new Error(`${args.join(' ')} ended:\n${said.slice(-20).join('\n')}`)))
    })
  const stop = async () => {
    child.kill('SIGTERM')
    await over
  }
  return {
    origin: await nextLine(ready),
    pid: child.pid ?? 0,
    nextLine,
    signal: (signal) => void child.kill(signal),
    stop,
  }
}
