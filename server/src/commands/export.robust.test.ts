import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { outputOf } from '../../../domain/test/programs.ts'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, nowhere, type Place } from '../../test/beds/place.ts'
import { runOnce } from '../../test/beds/run-once.ts'
import { proveScope, type Scope, systemActor } from '../access/scope.ts'
import { unscoped } from '../database/unscoped.ts'
import { insertExport } from '../exports/exports.sql.ts'
import { write } from '../writes/write.ts'

// Every command is a separate process, and a busy machine is slow.
vi.setConfig({ testTimeout: 60_000 })

let casebook: Casebook
let place: Place & { sibling: Place }
let folder: string

beforeAll(async () => {
  casebook = await startCasebook({ MAKE_EXPORTS: 'false' })
  place = await makePlace(casebook)
}, 60_000)
afterAll(() => casebook.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-export-command-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function command(args: string[], env: Record<string, string> = {}) {
  const { database, dataDir } = casebook
  const settings = {
    DATABASE_URL: database.runtime.url,
    DATABASE_OWNER_URL: database.owner.url,
    DATA_DIR: dataDir,
    INIT_CWD: folder,
  }
  const { status, stdout, stderr } = await runOnce('cli', { ...settings, ...env }, { args: ['export', ...args] })
  return { status, stdout: stdout.join('\n'), stderr: stderr.join('\n') }
}

/** The exports on record, and what remains of their making. */
async function recorded() {
  const people = unscoped(casebook.services.people)
  const { rows } = await sql<{ state: string; sha256: string | null; person_name: string }>`
    select state, sha256, person_name from export order by created_at`.execute(people)
  const { rows: left } = await sql`select exportid from export_work union select exportid from export_spool`.execute(
    people,
  )
  return { rows, left }
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('the command writes a bundle into a file, complete by its own manifest', async () => {
  const { siteid, studyid, subjectid } = place
  const made = await command(['--site', siteid, '--study', studyid, '--no-files', '--to', 'study.zip'])
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(await readdir(folder)).toEqual(['study.zip'])
  const zip = join(folder, 'study.zip')
  const { size, mode } = await stat(zip)
  expect(mode & 0o777).toBe(0o600)
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])'
  outputOf('python3', ['-c', script, zip, join(folder, 'bundle')])
  const manifest = await readFile(join(folder, 'bundle', 'manifest.json'))
  expect(made.stdout).toBe(`${zip}: ${size} bytes. SHA-256 of its manifest.json: ${sha256Of(manifest)}`)
  const { entries }: { entries: { path: string; size: number; sha256: string }[] } = JSON.parse(manifest.toString())
  for (const { path, size, sha256 } of entries) {
    const content = await readFile(join(folder, 'bundle', path))
    expect({ path, size: content.length, sha256: sha256Of(content) }).toEqual({ path, size, sha256 })
  }
  expect(entries.map(({ path }) => path)).toContain('history.csv')
  expect(await readFile(join(folder, 'bundle', 'subjects.csv'), 'utf8')).toContain(subjectid)
  const { rows, left } = await recorded()
  expect(rows).toEqual([{ state: 'EXPIRED', sha256: sha256Of(manifest), person_name: expect.any(String) }])
  expect(left).toEqual([])
})

test('repeated --subject exports these subjects of the study and no others', async () => {
  const { siteid, studyid, subjectid } = place
  const people = unscoped(casebook.services.people)
  const nurse = await addPerson(casebook, 'Nurse', { groups: ['hp'], sites: [siteid] })
  const [one, other] = ['chosen-1', 'chosen-2']
  for (const added of [one, other]) {
    await run(nurse, 'addSubject', { input: { siteid, studyid, subjectid: added, devices: [], status: 'OPEN' } })
  }
  const of = ['--site', siteid, '--study', studyid]
  const subjectsOf = async (args: readonly string[], name: string) => {
    const made = await command([...of, ...args, '--no-files', '--to', name])
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const script =
      'import csv, io, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print("\\n".join(sorted(row["subjectid"] for row in csv.DictReader(io.TextIOWrapper(z.open("subjects.csv"), "utf-8", newline="")))))'
    return outputOf('python3', ['-c', script, join(folder, name)])
      .trim()
      .split('\n')
  }
  const named = (...ids: (string | undefined)[]) => ids.flatMap((id) => ['--subject', id ?? ''])
  expect(await subjectsOf(named(subjectid, one, one), 'two.zip')).toEqual([subjectid, one].sort())
  expect(await subjectsOf(named(other, other), 'one.zip')).toEqual([other])
  const { rows } = await sql<{ subjectid: string | null; subjectids: string[] | null }>`
    select subjectid, subjectids from export order by created_at desc limit 2`.execute(people)
  expect(rows).toEqual([
    { subjectid: other, subjectids: null },
    { subjectid: null, subjectids: [subjectid, one] },
  ])
})

test('a mistake is named, and nothing is recorded or written', async () => {
  const before = await recorded()
  const { siteid, studyid, subjectid } = place
  const ofStudy = ['--site', siteid, '--study', studyid]
  const elsewhere = place.sibling.subjectid
  const wrong: [args: string[], status: number, why: RegExp][] = [
    [['--to', 'x.zip'], 2, /--site is missing/],
    [['--site', siteid], 2, /--to is missing/],
    [['--site', siteid, '--subject', 'x', '--to', 'x.zip'], 2, /--subject needs --study/],
    [['--site', siteid, '--zip', '--to', 'x.zip'], 2, /--zip/],
    [[...ofStudy, '--subject', '', '--to', 'x.zip'], 2, /--subject is empty/],
    [
      [...ofStudy, '--subject', subjectid, '--subject', elsewhere, '--to', 'x.zip'],
      1,
      /no such site, study or subject/,
    ],
    [['--site', nowhere().siteid, '--to', 'x.zip'], 1, /no such site, study or subject/],
    [['--site', siteid, '--to', 'no-such-folder/x.zip'], 1, /cannot be written.*no-such-folder/],
  ]
  for (const [args, status, why] of wrong) {
    const refused = await command(args)
    expect(refused).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(why) })
  }
  expect(await readdir(folder)).toEqual([])
  expect(await recorded()).toEqual(before)
})

test('a command that fails in the middle leaves nothing behind and is on record as failed', async () => {
  const to = ['--site', place.siteid, '--to', 'site.zip']
  const readUrl = new URL(casebook.database.runtime.url)
  readUrl.username = 'nobody'
  const failed = await command(to, { DATABASE_READ_URL: readUrl.href })
  expect(failed.status).not.toBe(0)
  expect(failed.stderr).not.toBe('')
  expect(await readdir(folder)).toEqual([])
  const { rows, left } = await recorded()
  expect(rows.at(-1)).toMatchObject({ state: 'FAILED', sha256: null })
  expect(left).toEqual([])
  expect(await command(to)).toMatchObject({ status: 0 })
})

test('codes says whom the codes of a de-identified export stand for, and is recorded before it is written', async () => {
  const { siteid, studyid } = place
  const { database, dataDir } = casebook
  const codes = (args: string[]) =>
    runOnce(
      'cli',
      {
        DATABASE_URL: database.runtime.url,
        DATABASE_OWNER_URL: database.owner.url,
        DATA_DIR: dataDir,
        INIT_CWD: folder,
      },
      { args: ['codes', ...args] },
    )
  const asked = ['--site', siteid, '--study', studyid, '--to', 'codes.csv']
  const none = await makePlace(casebook)
  expect(await codes(['--site', none.siteid, '--to', 'codes.csv'])).toMatchObject({ status: 1 })
  expect((await command([...asked.slice(0, 4), '--no-files', '--deidentified', '--to', 'analysts.zip'])).status).toBe(0)
  // A file that others may read stays as it is, and so does one that a link leads to; neither is recorded.
  await writeFile(join(folder, 'open.csv'), 'mine')
  await chmod(join(folder, 'open.csv'), 0o644)
  await symlink(join(folder, 'elsewhere.csv'), join(folder, 'link.csv'))
  for (const name of ['open.csv', 'link.csv']) {
    const { status, stderr } = await codes([...asked.slice(0, 4), '--to', name])
    expect({ status, stderr: stderr.join('\n') }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`${name} exists`),
    })
  }
  expect(await readFile(join(folder, 'open.csv'), 'utf8')).toBe('mine')
  expect(await readdir(folder)).not.toContain('elsewhere.csv')
  expect((await codes(asked)).status).toBe(0)
  const [heading, ...lines] = (await readFile(join(folder, 'codes.csv'), 'utf8')).trim().split('\r\n')
  expect(heading).toBe('code,kind,id,identifier,studyid')
  expect((await stat(join(folder, 'codes.csv'))).mode & 0o077).toBe(0)
  const script = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read("subjects.csv").decode())'
  const exported = outputOf('python3', ['-c', script, join(folder, 'analysts.zip')])
  const subjects = lines.map((line) => line.split(',')).filter(([, kind]) => kind === 'subject')
  const { rows } = await sql<{ subjectid: string }>`select subjectid from subject where studyid = ${studyid}`.execute(
    unscoped(casebook.services.people),
  )
  expect(new Set(subjects.map(([, , id]) => id))).toEqual(new Set(rows.map(({ subjectid }) => subjectid)))
  expect(subjects.filter(([code = '']) => exported.includes(code))).toHaveLength(exported.trim().split('\n').length - 1)
  const chief = await addPerson(casebook, 'Chief of codes', { groups: ['admin', 'hp'], sites: [siteid] })
  const accesses = await run(chief, 'listExportAccesses', { siteid, studyid }, 'kind by')
  expect(accesses.filter(({ kind }: { kind: string }) => kind === 'CODES')).toEqual([
    { kind: 'CODES', by: expect.stringContaining('by codes') },
  ])
})

test('two first de-identified exports of a site at once have the same codes', async () => {
  const { siteid } = await makePlace(casebook)
  const { db } = casebook.services
  const people = unscoped(casebook.services.people)
  const scope = proveScope(systemActor('tests'), 'all')
  const no = { files: false, history: false, closed_only: false, deleted: false, bids: false, parquet: false }
  const asked = { siteid, studyid: null, subjectid: null, subjectids: null, ...no, redcap: false, segments: false }
  const add = (then?: () => Promise<void>) =>
    write(db, scope, undefined, async (tx) => {
      await insertExport(tx, scope, { ...asked, deidentified: true, seed: 0, to_store: false }, '')
      await then?.()
    })
  let second: Promise<void> | undefined
  let isOver = false
  await add(async () => {
    second = add().then(() => {
      isOver = true
    })
    await until('the second one waits for the first, or is over', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(people)
      return isOver || rows.length > 0
    })
  })
  await second
  const { rows } = await sql<{ exports: number; keys: number }>`
    select count(*)::int as exports, count(distinct code_key)::int as keys from export where siteid = ${siteid}`.execute(
    people,
  )
  expect(rows).toEqual([{ exports: 2, keys: 1 }])
})

test('a token confined to a study has the same codes as the site', async () => {
  const { siteid, studyid } = await makePlace(casebook)
  const { db } = casebook.services
  const no = { files: false, history: false, closed_only: false, deleted: false, bids: false, parquet: false }
  const asked = { siteid, subjectid: null, subjectids: null, ...no, redcap: false, segments: false }
  const actor = systemActor('tests')
  const add = (scope: Scope, of: string | null) =>
    write(db, scope, undefined, (tx) =>
      insertExport(tx, scope, { ...asked, studyid: of, deidentified: true, seed: 0, to_store: false }, ''),
    )
  await add(proveScope(actor, 'all'), null)
  await add(proveScope(actor, [siteid], [studyid]), studyid)
  const { rows } = await sql<{ exports: number; keys: number }>`
    select count(*)::int as exports, count(distinct code_key)::int as keys from export where siteid = ${siteid}`.execute(
    unscoped(casebook.services.people),
  )
  expect(rows[0]).toEqual({ exports: 2, keys: 1 })
})
