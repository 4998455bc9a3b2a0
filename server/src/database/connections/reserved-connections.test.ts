import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/beds/database.ts'
import { connect, onOneConnection } from '../connect.ts'
import { unscoped } from '../unscoped.ts'

let connections: ReturnType<typeof connect>
beforeAll(async () => {
  const { runtime } = await freshDatabase()
  connections = connect({ connectionString: runtime.url }, { size: 6, onError: () => undefined })
})
afterAll(() => connections.close())

test('writes that hang leave half of the pool to reads', async () => {
  const { db } = connections
  let begun = 0
  const { promise: held, resolve: end } = Promise.withResolvers<void>()
  const writes = Array.from({ length: 8 }, () =>
    onOneConnection(db, async ({ now }) => {
      begun += 1
      await now('select 1')
      await held
    }),
  )
  // Each opens its connection first.
  await vi.waitFor(() => expect(begun).toBe(3), 30_000)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(unscoped(db))
  expect(rows).toEqual([{ one: 1 }])
  expect(begun).toBe(3)
  end()
  await Promise.all(writes)
  expect(begun).toBe(8)
})
