import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../beds/database.ts'

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('two fresh databases have the migrations’ tables and are independent', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  await query(one.owner.url, 'create table only_here (n int)')
  const tables = (url: string) => query(url, "select tablename from pg_tables where schemaname = 'public'")
  const names = (await tables(other.owner.url)).map((row) => row.tablename)
  expect(names).toContain('subject')
  expect(names).not.toContain('only_here')
})

test('the runtime role of a fresh database can read records and create nothing', async () => {
  const { runtime } = await freshDatabase()
  expect(await query(runtime.url, 'select * from current_site')).toEqual([])
  await expect(query(runtime.url, 'create table mine (n int)')).rejects.toThrow('permission denied')
})
