import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

export type Ended = { state: string; size: number; problem: string | null; sha256: string; seconds: number }

/** Requests an export of the study. `copyAs` creates a second one with the same rows, which waits. */
export async function askFor(client: pg.Client, exportid: string): Promise<void> {
  await client.query(
    `insert into export (exportid, siteid, studyid, files, history, closed_only, personid, person_name)
    values ($1, 'bench', 'bench', true, true, false, $2, 'bench')`,
    [exportid, `system:${exportid}`],
  )
  await client.query(`insert into export_work (exportid, origin) values ($1, '')`, [exportid])
}

export async function copyAs(client: pg.Client, exportid: string, twin: string): Promise<void> {
  await client.query(
    `insert into export (exportid, siteid, studyid, files, history, closed_only, state, at, personid, person_name)
    select $2, siteid, studyid, files, history, closed_only, state, at, 'system:' || $2, person_name from export where exportid = $1`,
    [exportid, twin],
  )
  await client.query(
    `insert into export_work (exportid, origin, is_spooled, part_bytes, total, lease_until)
    select $2, origin, is_spooled, part_bytes, total, 'infinity' from export_work where exportid = $1`,
    [exportid, twin],
  )
  await client.query('insert into export_spool select $2, part, place, body from export_spool where exportid = $1', [
    exportid,
    twin,
  ])
}

export async function free(client: pg.Client, exportid: string): Promise<void> {
  await client.query(`update export_work set lease_until = '-infinity' where exportid = $1`, [exportid])
}

export async function stateOf(client: pg.Client, exportid: string) {
  const { rows } = await client.query(
    `select state, size::float8, problem, sha256, work.is_spooled, work.done::float8, work.total::float8
    from export left join export_work work using (exportid) where exportid = $1`,
    [exportid],
  )
  return rows[0]
}

/** Waits until the export has ended, calling `look` repeatedly. */
export async function untilEnded(client: pg.Client, exportid: string, look: () => Promise<void>): Promise<Ended> {
  const began = performance.now()
  for (;;) {
    await wait(250)
    await look()
    const found = await stateOf(client, exportid)
    if (!['WAITING', 'RUNNING'].includes(found.state)) return { ...found, seconds: (performance.now() - began) / 1000 }
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
