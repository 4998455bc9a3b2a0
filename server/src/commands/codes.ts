import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { guard } from '@casebook/domain/exports/csv/guard.ts'
import { csvText } from '@casebook/domain/exports/csv/write-csv.ts'
import { deviceCode, type Pseudonyms } from '@casebook/domain/exports/deidentified/pseudonyms.ts'
import { proveScope } from '../access/scope.ts'
import { readsOf, seal } from '../access/site-data.ts'
import { pseudonymsOf } from '../bundles/spool/spooled-rows.ts'
import { connect } from '../database/connect.ts'
import { type Coded, findCodeKey, listCoded } from '../exports/codes/codes.sql.ts'
import { recordAccess } from '../exports/export-events.sql.ts'
import { hasExportPlace } from '../exports/exports.sql.ts'
import { write } from '../writes/write.ts'
import { type Command, CommandError, countOf } from './command/command.ts'
import { type WithDatabase, withDatabase } from './command/command-database.ts'
import { readOptions, shellActor } from './command/command-people.ts'

const usage = 'codes --site S [--study ID] --to FILE.csv'

export const codesCommand: Command = {
  usage: usage.slice('codes '.length),
  summary: 'writes whom the codes of de-identified exports stand for; it is recorded in the history',
  async run(args, context: WithDatabase) {
    const { site: siteid, study, to } = readOptions(args, ['site', 'study', 'to'], usage)
    if (!siteid || !to) throw new CommandError(`Usage: ${usage}`, { isUsage: true })
    return withDatabase(context, async ({ runtime }) => {
      const scope = proveScope(shellActor('codes'), 'all')
      const { db: people, close } = connect(runtime, {
        size: 2,
        onError: (err) => context.log.warn({ err }, 'the database connection was lost'),
      })
      const db = seal(people)
      try {
        const place = { siteid, studyid: study ?? null, subjectid: null }
        if (!(await hasExportPlace(db, scope, place)))
          throw new CommandError('There is no such site or study: see their ids in the address of their screens.')
        const key = await findCodeKey(readsOf(db, scope), siteid)
        if (!key) throw new CommandError('The site has no de-identified export, and so no codes.')
        const coded = await listCoded(readsOf(db, scope), scope, place)
        const pseudonyms = pseudonymsOf(key)
        const lines = coded.map((one) => lineOf(one, pseudonyms))
        const heading = ['code', 'kind', 'id', 'identifier', 'studyid']
        await writeNew(resolve(process.env.INIT_CWD ?? process.cwd(), to), csvText([heading, ...lines]), () =>
          write(db, scope, undefined, (tx) => recordAccess(tx, { ...place, what: 'CODES' })),
        )
        context.say(`${to}: ${countOf(lines.length, 'code')}. Keep it away from the exports.`)
        return true
      } finally {
        await close()
      }
    })
  },
}

/** Writes a file that must not exist yet: one that does would keep its mode, and a link would lead elsewhere. */
async function writeNew(path: string, text: string, record: () => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error) => {
    throw error.code === 'EEXIST' ? new CommandError(`${path} exists already: name a new file.`) : error
  })
  try {
    // Recorded before: what is not recorded is not taken out.
    await record()
    await file.writeFile(text)
  } catch (error) {
    await rm(path)
    throw error
  } finally {
    await file.close()
  }
}

function lineOf({ kind, id, identifier, studyid }: Coded, pseudonyms: Pseudonyms): (string | null)[] {
  const code = kind === 'device' ? deviceCode(pseudonyms, id) : pseudonyms.codeOf('subject', id)
  return [code, kind, id, identifier === null ? null : guard(identifier), studyid]
}
