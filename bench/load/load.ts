import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Target } from '../beds/servers.ts'

/** The bodies of one server's calls: a fixed list that is sent repeatedly, or a new one for each call. */
export type Calls = { lot: string[] } | { next: () => string }

type Plan = { connections: number; seconds: number }

/** The light client's settings. `once`: each body is sent once. */
export type Job = Plan & {
  host: string
  port: number
  path: string
  /** Of each person among whom the connections are divided. */
  people: Record<string, string>[]
  bodies: number
  once: boolean
}

/** The results. Times are in milliseconds. */
export type Load = {
  /** All calls, including those in progress when the time was over. */
  answered: number
  refused: number
  /** Connections that the server closed early. */
  cut: number
  firstRefusal: string
  perSecond: number
  p50: number
  p99: number
  /** The client's own processor time per call. */
  clientCpu: number
}

/** More calls than any of the servers completes per second. */
const mostNewPerSecond = 8_000

/** Called just before the first call and after the last response. */
type Around = { start: () => Promise<void>; end: () => Promise<void> }

/** Sends calls from a separate process, as fast as they are answered. Throws if one is refused or interrupted. */
export async function load(target: Target, calls: Calls, plan: Plan, { start, end }: Around): Promise<Load> {
  const { ready, go } = prepareLoad(target, calls, plan)
  await ready
  await start()
  const found = await go()
  await end()
  if (found.refused + found.cut > 0)
    throw new Error(`${target.name} refused ${found.refused} calls and cut off ${found.cut}: ${found.firstRefusal}`)
  return found
}

/** A load that begins with `go` and ends after the time, or earlier with `stop`. */
export function prepareLoad({ origin, path, headers, people = [headers], name }: Target, calls: Calls, plan: Plan) {
  const { hostname, port } = new URL(origin)
  const isOnce = 'next' in calls
  const bodies = isOnce ? Array.from({ length: mostNewPerSecond * plan.seconds }, () => calls.next()) : calls.lot
  const job: Job = { ...plan, host: hostname, port: Number(port), path, people, bodies: bodies.length, once: isOnce }
  const program = fileURLToPath(new URL('light-client.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const over = once(child, 'exit').then(() => {
    throw new Error(`The load on ${name} broke off.`)
  })
  over.catch(() => undefined)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => (await Promise.race([lines.next(), over])).value ?? ''
  child.stdin.write(`${[JSON.stringify(job), ...bodies].join('\n')}\n`)
  return {
    ready: nextLine(),
    async go(): Promise<Load> {
      child.stdin.write('go\n')
      return JSON.parse(await nextLine())
    },
    stop: () => child.stdin.write('stop\n'),
  }
}
