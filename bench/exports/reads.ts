import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'

/** Adds a person who works at the site during the export. Returns the token of their session. */
export async function addReader(client: pg.Client): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const sessionid = createHash('sha256').update(token).digest('hex')
  await client.query(`insert into person (personid, issuer, sub, state, groups, sites, given_name, family_name)
    values ('reader', 'bench', 'reader', 'active', '{hp}', '{bench}', 'A', 'Reader')`)
  await client.query(`insert into session (sessionid, personid, issuer) values ($1, 'reader', 'bench')`, [sessionid])
  return token
}

/** The person's reads of a subject, one after another, and the time that each took, in ms. */
export class Reads {
  readonly #worker: Worker
  #taken: number[] = []
  #isCounted = true

  constructor(origin: string, token: string) {
    this.#worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: { origin, token } })
    this.#worker.on('message', (ms: number) => {
      if (this.#isCounted) this.#taken.push(ms)
    })
  }

  /** Waits for so many reads. */
  async atLeast(count: number): Promise<void> {
    while (this.#taken.length < count) await wait(20)
  }

  /** The reads since the last call. */
  take(): number[] {
    return this.#taken.splice(0)
  }

  /** Does something that is no part of what is measured. */
  async without(work: () => Promise<void>): Promise<void> {
    this.#isCounted = false
    await work()
    this.#isCounted = true
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}

export function at(taken: readonly number[], share: number): number {
  const sorted = taken.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
