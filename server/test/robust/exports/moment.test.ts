import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveScope, systemActor } from '../../../src/access/scope.ts'
import { openSource } from '../../../src/bundles/job/standby.ts'
import { workThrough } from '../../../src/bundles/job/work-through.ts'
import { unscoped } from '../../../src/database/unscoped.ts'
import { writePeople } from '../../../src/writes/write.ts'
import { type Casebook, startCasebook } from '../../beds/casebook.ts'
import { until } from '../../beds/live.ts'
import { run } from '../../beds/operations.ts'
import { addPerson } from '../../beds/people.ts'
import { makePlace, type Place } from '../../beds/place.ts'

const scope = proveScope(systemActor('exports'), 'all')

/** Makes no exports by itself. Each test makes its own. */
let casebook: Casebook
let place: Place
let holder: pg.Client

beforeAll(async () => {
  casebook = await startCasebook({ MAKE_EXPORTS: 'false', CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  holder = new pg.Client(casebook.database.superuser.url)
  await holder.connect()
}, 60_000)
afterAll(async () => {
  await holder?.end()
  await casebook.stop()
})

type Store = Casebook['services']['store']

async function make(store: Store): Promise<void> {
  const { db, people, mailer, config } = casebook.services
  const log = pino({ level: 'silent' })
  const makers = { db, people, scope, store, mailer, log, zone: config.studyTimezone }
  await workThrough({ ...makers, openSource: openSource(people, {}) }, 'worker', new AbortController().signal)
}

async function ask(): Promise<string> {
  const chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp'], sites: 'all' })
  return (await run(chief, 'addExport', { input: { siteid: place.siteid } })).exportid
}

async function madeOf(exportid: string): Promise<string> {
  const { store, people } = casebook.services
  const { rows } = await sql`select state, problem from export where exportid = ${exportid}`.execute(unscoped(people))
  expect(rows).toEqual([{ state: 'DONE', problem: null }])
  return Buffer.concat(await Array.fromAsync(await store.read(`exports/${exportid}`))).toString('latin1')
}

test('an export shows one moment: what is committed while its rows are copied is not in it', async () => {
  const exportid = await ask()
  // The rows of devices are copied before those of subjects.
  await holder.query('begin; lock table device in access exclusive mode')
  const making = make(casebook.services.store)
  try {
    await until('the copying waits', async () => {
      const { rows } = await holder.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return rows[0]?.count === 1
    })
    await writePeople(casebook.services.people, systemActor('tests'), undefined, async (tx) => {
      await sql`insert into subject (subjectid, siteid, studyid, identifier, identifier_key)
        values ('after-the-moment', ${place.siteid}, ${place.studyid}, 'Later', 'later')`.execute(unscoped(tx))
    })
  } finally {
    await holder.query('rollback')
  }
  await making
  const made = await madeOf(exportid)
  expect(made).toContain(place.subjectid)
  expect(made).not.toContain('after-the-moment')
})

test('no transaction stays open while the bundle is made from the copied rows', async () => {
  const { store } = casebook.services
  const exportid = await ask()
  let open: unknown
  const observed = new Proxy(store, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (key !== 'finishParts') return typeof value === 'function' ? value.bind(target) : value
      return async (...given: Parameters<Store['finishParts']>) => {
        // Of other calls, none takes so long.
        await new Promise((resolve) => setTimeout(resolve, 500))
        const { rows } = await holder.query(`select query from pg_stat_activity where datname = current_database()
          and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < now() - interval '400 milliseconds'`)
        open = rows
        return target.finishParts(...given)
      }
    },
  })
  await make(observed)
  expect(open).toEqual([])
  expect(await madeOf(exportid)).toContain(place.subjectid)
})
