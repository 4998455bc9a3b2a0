import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from '../run.mjs'
import { findNamedTables } from './named-tables.mjs'
import { findForgottenFeatures } from './restricted-features.mjs'
import { features } from './rooms.mjs'
import { findViolations } from './walls.mjs'
import { findWholeSettings } from './whole-settings.mjs'

const folders = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A repository with only these files. */
function plant(files) {
  const folder = mkdtempSync(join(tmpdir(), 'casebook-walls-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('every import keeps to its room, no files form a circle, and no text names a table', async () => {
  expect(await findViolations(root)).toEqual([])
  expect(findNamedTables(root)).toEqual([])
  expect(findWholeSettings(root)).toEqual([])
}, 30_000)

test('an import of a room above is refused, and the refusal says what would break', async () => {
  const [found, ...others] = await findViolations(
    plant({
      'server/src/writes/write.ts': `import { sitesResolvers } from '../sites/sites.resolvers.ts'\nexport const write = sitesResolvers`,
      'server/src/sites/sites.resolvers.ts': 'export const sitesResolvers = {}',
    }),
  )
  expect(found).toContain('server/src/writes/write.ts\n  → server/src/sites/sites.resolvers.ts')
  expect(found).toContain('server/src/writes reaches up or across')
  expect(found).toContain('neither could change without breaking the other')
  expect(others).toEqual([])
})

test('so is one of its types alone', async () => {
  const found = await findViolations(
    plant({
      'server/src/writes/write.ts': `import type { Site } from '../sites/sites.sql.ts'\nexport type Write = Site`,
      'server/src/sites/sites.sql.ts': 'export type Site = string',
    }),
  )
  expect(found).toHaveLength(1)
})

test('so is one of a room on the same floor', async () => {
  const found = await findViolations(
    plant({
      'server/src/mail/mailer.ts': `export { live } from '../live/live.ts'`,
      'server/src/live/live.ts': 'export const live = 1',
    }),
  )
  expect(found).toHaveLength(1)
})

test('in the web app too an import of a feature by what is below it is refused', async () => {
  const found = await findViolations(
    plant({
      'web/src/components/list/DataList.tsx': `export { SitesScreen } from '../../sites/SitesScreen.tsx'`,
      'web/src/sites/SitesScreen.tsx': 'export const SitesScreen = 1',
    }),
  )
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('web/src/components/list reaches up or across')
})

test('a circle of files is refused, also one of types', async () => {
  const found = await findViolations(
    plant({
      'web/src/forms/a.ts': `import type { B } from './b.ts'\nexport type A = B | 1`,
      'web/src/forms/b.ts': `import type { A } from './a.ts'\nexport type B = A | 2`,
    }),
  )
  expect(found.join()).toContain('a circle of files')
})

test('what builds the web app is checked too, and the app itself does not import it', async () => {
  const circle = await findViolations(
    plant({
      'web/a.ts': `import type { B } from './b.ts'\nexport type A = B | 1`,
      'web/b.ts': `import type { A } from './a.ts'\nexport type B = A | 2`,
    }),
  )
  expect(circle.join()).toContain('a circle of files')
  const found = await findViolations(
    plant({
      'web/src/forms/a.ts': `export { split } from '../../split.ts'`,
      'web/split.ts': 'export const split = 1',
    }),
  )
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('the product needs its build')
})

test('in the domain too', async () => {
  const found = await findViolations(
    plant({
      'domain/src/forms/forms.rules.ts': `export type { Subject } from '../subjects/subjects.rules.ts'`,
      'domain/src/subjects/subjects.rules.ts': 'export type Subject = object',
    }),
  )
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('domain/src/forms reaches up or across')
})

test('a circle of folders is refused, also where no files form one', async () => {
  const files = {
    'bench/cases/one.ts': `export { report } from '../report/report.ts'`,
    'bench/report/report.ts': 'export const report = 1',
    'bench/report/names.ts': `export { name } from '../cases/names.ts'`,
    'bench/cases/names.ts': 'export const name = 1',
  }
  const [found, ...others] = await findViolations(plant(files))
  expect(found).toContain('bench/cases/one.ts\n  → bench/report/report.ts')
  expect(found).toContain('bench/report/names.ts\n  → bench/cases/names.ts')
  expect(found).toContain('a circle of folders')
  expect(others).toEqual([])
  const { 'bench/report/names.ts': _, ...straight } = files
  expect(await findViolations(plant(straight))).toEqual([])
})

test('so is a circle of rooms that the floors of their folders hide', async () => {
  const [found, ...others] = await findViolations(
    plant({
      'web/src/activities/ActivitiesPanel.tsx': `export { panel } from '../reference-data/panel.ts'`,
      'web/src/reference-data/panel.ts': `export { zone as panel } from '../activities/record/zone.ts'`,
      'web/src/activities/record/zone.ts': 'export const zone = 1',
    }),
  )
  expect(found).toContain('web/src/activities/ActivitiesPanel.tsx\n  → web/src/reference-data/panel.ts')
  expect(found).toContain('a circle of rooms')
  expect(others).toEqual([])
})

test('a feature whose statements biome.json does not restrict is named, and a rule that is gone, too', () => {
  const biome = (others, ofSites) =>
    findForgottenFeatures(
      plant({
        'biome.json': JSON.stringify({
          overrides: [
            { includes: ['server/src/*/**', `!server/src/{${others}}/**`, '!**/*.sql.ts'] },
            ...(ofSites ? [{ includes: ['server/src/*/**/*.sql.ts', `!server/src/{${ofSites}}/**`] }] : []),
          ],
        }),
        ...Object.fromEntries(
          ['attic', 'writes', ...features.flat()].map((room) => [`server/src/${room}/README.md`, '']),
        ),
      }),
    )
  const others = ['attic', 'writes']
  expect(biome(others, [...others, 'users'])).toEqual([])
  expect(biome([...others, 'exports'], [...others, 'users'])).toEqual([
    'biome.json does not restrict the statements of `exports`, which rooms.mjs lists as a feature.',
  ])
  expect(biome(['writes'], [...others, 'users']).join()).toContain('restricts the statements of `attic`')
  expect(biome(others).join()).toContain('it needs 2')
})

test('a feature that is on no floor may not be imported by another', async () => {
  const [lonely] = features.at(-1)
  const found = await findViolations(
    plant({
      'server/src/sites/sites.ts': `export { one } from '../${lonely}/one.sql.ts'`,
      [`server/src/${lonely}/one.sql.ts`]: 'export const one = 1',
    }),
  )
  expect(found.join()).toContain('server/src/sites reaches up or across')
})

test('a room whose README does not name a room that it uses is refused, and the other way round', async () => {
  const [mails, writes, ...others] = await findViolations(
    plant({
      'server/src/mail/README.md': '# Mail\n\n- May use: `secrets`.\n- Used by: `identity`.\n',
      'server/src/mail/mailer.ts': `export { connect } from '../database/connect.ts'`,
      'server/src/database/README.md': '# Database\n\n- May use: nothing.\n- Used by: `writes`.\n',
      'server/src/database/connect.ts': 'export const connect = 1',
    }),
  )
  expect(mails).toBe('server/src/mail/README.md: "May use" does not name `database`.')
  expect(writes).toBe('server/src/database/README.md: "Used by" does not name `mail`.')
  expect(others).toEqual([])
})

test('a feature may use another’s statements, and nothing else of it', async () => {
  const statements = await findViolations(
    plant({
      'server/src/devices/devices.resolvers.ts': `export { lockSite } from '../sites/sites.sql.ts'`,
      'server/src/sites/sites.sql.ts': 'export const lockSite = 1',
    }),
  )
  expect(statements).toEqual([])
  const resolvers = await findViolations(
    plant({
      'server/src/devices/devices.resolvers.ts': `export { sitesResolvers } from '../sites/sites.resolvers.ts'`,
      'server/src/sites/sites.resolvers.ts': 'export const sitesResolvers = 1',
    }),
  )
  expect(resolvers.join()).toContain('a feature reaches into another')
})

test('a folder that is on no floor is refused', async () => {
  const found = await findViolations(
    plant({
      'server/src/attic/things.ts': `export { live } from '../live/live.ts'`,
      'server/src/live/live.ts': 'export const live = 1',
    }),
  )
  expect(found.join()).toContain('a folder that is no room')
})

test('no statement runs as text through the handle for people', async () => {
  const found = await findViolations(
    plant({
      'server/src/users/tokens.sql.ts': `export { unscoped } from '../database/unscoped.ts'`,
      'server/src/identity/people/people.sql.ts': `export { unscoped } from '../../database/unscoped.ts'`,
      'server/src/mail/mailer.ts': `export { unscoped } from '../database/unscoped.ts'`,
      'server/src/database/unscoped.ts': 'export const unscoped = 1',
    }),
  )
  expect(found).toHaveLength(2)
  expect(found.join()).toContain('text without a Scope')
})

test('nor does a part of one name a table as text', async () => {
  const statement = (fragment) => `import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
export const list = (db: Database) => db.selectFrom('person').where(sql<boolean>\`${fragment}\`).execute()`
  const planted = (fragment) => findNamedTables(plant({ 'server/src/users/x.sql.ts': statement(fragment) }))
  expect(planted("state = 'from a site' and updated_at < now() - interval '1 day'")).toEqual([])
  expect(planted('exists (select from (select 1) as one)')).toEqual([])
  for (const fragment of ['exists (select from subject)', 'exists (select 1 FROM "subject")', 'x in (table site)'])
    expect(planted(fragment).join(), fragment).toContain('server/src/users/x.sql.ts')
})

test('a part that receives all settings is refused', () => {
  const planted = (settings) =>
    findWholeSettings(plant({ 'server/src/mail/mailer.ts': `export function makeMailer(config: ${settings}) {}` }))
  expect(planted("Pick<Config, 'smtpUrl'>")).toEqual([])
  expect(planted('Config').join()).toContain('server/src/mail/mailer.ts')
})

test('a feature that shows site data gets no pool to read it by without a Scope', async () => {
  const found = await findViolations(
    plant({
      'server/src/sites/sites.sql.ts': `import type { Database } from '../database/connect.ts'\nexport type Db = Database`,
      'server/src/database/connect.ts': 'export type Database = object',
    }),
  )
  expect(found.join()).toContain('site data without a Scope')
})
