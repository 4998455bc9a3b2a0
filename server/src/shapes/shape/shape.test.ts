import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { deviceShape } from '../device.shape.ts'
import { select } from './selection.ts'
import { column, jsonObject, numberColumn, plainColumn, shape } from './shape.ts'

const columns = { siteid: plainColumn, deviceid: plainColumn, version: numberColumn }

/** Never called: code that must not compile. If one of these lines compiles, `npm run typecheck` fails. */
export function mustNotCompile() {
  // @ts-expect-error The schema gives Device the field hw_id, which has no column here.
  shape('Device', columns)
  // @ts-expect-error The schema gives Device no field phone.
  shape('Device', { ...columns, hw_id: column, phone: column })
  // @ts-expect-error What GraphQL's own executor reads has no shape.
  shape('Person', {})
}

const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

test('an object is written with the caller’s aliases', () => {
  const written = jsonObject(deviceShape, 'device', select({ deviceid: {}, __typename: {} }))
  const { sql: text } = sql`select ${written}`.compile(db)
  expect(text).toBe(`select ('{"deviceid":"' || "device"."deviceid" || '","__typename":"Device"}')`)
})

test('a field that the shape lacks is an error, never omitted', () => {
  expect(() => jsonObject(deviceShape, 'device', select({ deviceid: {}, phone: {} }))).toThrow(
    'The shape of Device has no field phone.',
  )
})
