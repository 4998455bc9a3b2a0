import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/beds/database.ts'
import { compareTables, measure } from '../verify/verify.ts'
import type { TablePart } from './backup-folder.ts'
import { copyOut } from './tables.sql.ts'

/** The message with which PostgreSQL ends the rows of a COPY. Their number follows in the next one. */
const copyDone = Buffer.from([0x63, 0, 0, 0, 4])

let line: Server
let client: pg.Client
const sockets = new Set<Socket>()

/** A line to the database on which what follows the last row arrives later, as it may on any network. */
beforeAll(async () => {
  const { owner } = await freshDatabase()
  const { user, database, host, port } = owner
  line = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far)
    far.on('data', async (bytes: Buffer) => {
      const end = bytes.indexOf(copyDone)
      if (end < 0) return near.write(bytes)
      far.pause()
      near.write(bytes.subarray(0, end + copyDone.length))
      await wait(100)
      near.write(bytes.subarray(end + copyDone.length))
      far.resume()
    })
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const address = line.address()
  if (typeof address !== 'object' || !address) throw new Error('The line has no address.')
  client = new pg.Client({ host: '127.0.0.1', port: address.port, user, database })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  for (const socket of sockets) socket.destroy()
  line.close()
})

test('rows are counted also where their number arrives after the last of them', async () => {
  await client.query('create temporary table sample as select n from generate_series(1, 1000) n')
  const { rows, count } = copyOut(client, { name: 'sample', columns: ['n'], orderBy: ['n'] })
  const { bytes } = await measure(rows)
  expect(bytes).toBeGreaterThan(1000)
  expect(rows.rowCount).toBe(0)
  expect(await count()).toBe(1000)
})

test('the same bytes are the same rows, also where an earlier release recorded none', async () => {
  const table = { name: 'other', columns: ['n'], orderBy: ['n'] }
  await client.query('create temporary table other as select n from generate_series(1, 10) n')
  const measured = await measure(copyOut(client, table).rows)
  const compare = (part: Partial<TablePart>) => {
    const { name, columns } = table
    const tables = [{ name, columns, rows: 10, ...measured, ...part }]
    return compareTables(client, { tables }, [table])
  }
  expect(await compare({})).toEqual([])
  expect(await compare({ rows: 0 })).toEqual([])
  expect(await compare({ rows: 9, sha256: '0' })).toEqual(['table other has 10 rows instead of 9'])
  expect(await compare({ sha256: '0' })).toEqual(['table other has other values in its rows'])
})
