import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Child = {
  pid: number
  /** Where it listens. */
  origin: string
  stop: () => Promise<void>
}

type Options = { args: string[]; env: Record<string, string>; ready: RegExp }

/** Starts a server with this Node and waits for the line that says where it listens, `ready`'s first group. Throws with its last words. */
export async function startChild({ args, env, ready }: Options): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const over = once(child, 'exit')
  const said: string[] = []
  const origin = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        said.push(line)
        const found = ready.exec(line)?.[1]
        if (found) resolve(found)
      })
    }
    over.then(() => reject(new Error(`${args.join(' ')} did not start:\n${said.slice(-20).join('\n')}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await over
  }
  return { origin: await origin, pid: child.pid ?? 0, stop }
}
