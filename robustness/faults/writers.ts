import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { compareWithHistory } from '../records.ts'

/** The present address of calls: a restarted server may have another one. */
export type Address = { origin: string; cookie: string }

type Written = { marker: string; isAcknowledged: boolean }

export type Writers = {
  /** How many writes were acknowledged so far. */
  acknowledged: () => number
  /** Waits until `count` more are acknowledged. Throws after a minute. Returns the time taken in milliseconds. */
  awaitMore: (count: number) => Promise<number>
  /**
   * The longest time in milliseconds from the first attempt of a write with an idempotency key to its acknowledgement,
   * since the previous call.
   */
  longest: () => number
  /** Everything that callers were told, apart from acknowledgements and lost connections. */
  refusals: () => readonly string[]
  /** Finishes writes in progress and returns what was written. */
  stop: () => Promise<readonly Written[]>
}

const updateForm = 'mutation ($input: FormInput!) { updateForm(input: $input) { version } }'

type Options = {
  address: () => Address
  subjectids: readonly string[]
  formtypeid: string
}

/**
 * One writer per subject, which writes a form repeatedly with unique texts. Most use an idempotency key and retry each
 * write until it is acknowledged, as the web app does. Every fourth is a plain script, which sends once.
 */
export function startWriters({ address, subjectids, formtypeid }: Options): Writers {
  const written: Written[] = []
  const refusals: string[] = []
  let acknowledged = 0
  let longest = 0
  let isStopping = false

  async function sendOnce(body: string, key: string | undefined): Promise<boolean> {
    const { origin, cookie } = address()
    const headers = { 'content-type': 'application/json', origin, cookie, ...(key && { 'idempotency-key': key }) }
    try {
      const signal = AbortSignal.timeout(40_000)
      const response = await fetch(`${origin}/graphql`, { method: 'POST', headers, body, signal })
      const text = await response.text()
      const { data } = JSON.parse(text)
      if (data?.updateForm) return true
      refusals.push(`${response.status} ${text}`)
    } catch {
      // Not acknowledged: the records will show whether it was written.
    }
    return false
  }

  async function run(subjectid: string, at: number) {
    const isNaming = at % 4 !== 3
    for (let n = 0; !isStopping; n++) {
      const marker = `${at}-${n}-${randomUUID()}`
      const fields = [{ key: 'Remarks', value: marker }]
      const body = JSON.stringify({ query: updateForm, variables: { input: { subjectid, formtypeid, fields } } })
      const entry: Written = { marker, isAcknowledged: false }
      written.push(entry)
      const began = Date.now()
      const key = isNaming ? randomUUID() : undefined
      for (;;) {
        entry.isAcknowledged = await sendOnce(body, key)
        if (entry.isAcknowledged || !isNaming || isStopping) break
        await wait(200)
      }
      if (entry.isAcknowledged) acknowledged++
      else await wait(100)
      if (isNaming) longest = Math.max(longest, Date.now() - began)
      await wait(5)
    }
  }
  const running = subjectids.map(run)

  return {
    acknowledged: () => acknowledged,
    async awaitMore(count) {
      const began = Date.now()
      const goal = acknowledged + count
      while (acknowledged < goal) {
        if (Date.now() - began > 60_000)
          throw new Error(`no write is acknowledged any more; the last refusals: ${refusals.slice(-3).join('\n')}`)
        await wait(20)
      }
      return Date.now() - began
    },
    longest() {
      const seen = longest
      longest = 0
      return seen
    },
    refusals: () => refusals,
    async stop() {
      isStopping = true
      await Promise.all(running)
      return written
    },
  }
}

/**
 * Looks for every write in the history. Throws unless none is missing, none is duplicated and history rows equal
 * writes. Returns the counts.
 */
export async function lookForWrites(client: pg.Client, written: readonly Written[]): Promise<string> {
  const { rows } = await client.query<{ marker: string; times: number }>(
    `select after -> 'fields' -> 0 ->> 'value' as marker, count(*)::int as times
    from history where kind = 'form' and action = 'UPDATED' group by 1`,
  )
  const found = new Map(rows.map(({ marker, times }) => [marker, times]))
  const missing = written.filter(({ marker, isAcknowledged }) => isAcknowledged && !found.has(marker))
  const doubled = [...found.values()].filter((times) => times > 1).length
  const known = new Set(written.map(({ marker }) => marker))
  const strange = [...found.keys()].filter((marker) => !known.has(marker)).length
  const acknowledged = written.filter(({ isAcknowledged }) => isAcknowledged).length
  const silent = found.size - (acknowledged - missing.length)
  const summary = `${acknowledged} acknowledged, missing ${missing.length}, doubled ${doubled}; ${found.size} history rows, ${silent} of writes whose answer was lost`
  const differing = await compareWithHistory(client)
  if (missing.length + doubled + strange > 0 || differing.length > 0)
    throw new Error([summary, ...differing].join('\n'))
  return summary
}
